import type { Core } from '../core.ts';
import { type Fields, isFields, parsed, textOf } from '../json.ts';

/** An error response with a code from Slack's method reference. */
export class ApiError extends Error {
  readonly code: string;
  readonly more: Fields;

  constructor(code: string, more: Fields = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

/** An error with `response_metadata.messages`, in Slack's style. */
export function invalidArguments(code: string, problems: readonly string[]): ApiError {
  const errors = code === 'invalid_blocks' ? { errors: problems } : {};
  return new ApiError(code, {
    ...errors,
    response_metadata: { messages: problems.map((problem) => `[ERROR] ${problem}`) },
  });
}

/** Arguments that are JSON-encoded in a form. Others are plain text, even if they look like JSON. */
const jsonArguments = new Set(['attachments', 'blocks', 'files', 'metadata', 'outputs', 'unfurls', 'view']);

/** The arguments of a call, from JSON or a form. */
export class Args {
  readonly all: Fields;

  constructor(all: Fields) {
    this.all = all;
  }

  /** Parses a body like Slack: as JSON if the type is `application/json`, otherwise as a form. */
  static read(body: string, contentType: string): Args {
    if (contentType.includes('json')) {
      const value = parsed(body || '{}');
      return new Args(isFields(value) ? value : {});
    }
    const form = [...new URLSearchParams(body)];
    return new Args(
      Object.fromEntries(
        form.map(([name, text]) => [name, jsonArguments.has(name) ? (parsed(text) ?? text) : text]),
      ),
    );
  }

  text(name: string): string {
    const value = this.all[name];
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : textOf(value);
  }

  /** A required string. */
  required(name: string): string {
    const value = this.text(name);
    if (!value) throw invalidArguments('invalid_arguments', [`missing required field: ${name}`]);
    return value;
  }

  flag(name: string): boolean {
    return ['true', '1'].includes(this.text(name));
  }

  has(name: string): boolean {
    return this.all[name] !== undefined && this.all[name] !== '';
  }

  /** A list; `undefined` if it's missing. */
  list(name: string, code: string): unknown[] | undefined {
    const value = this.all[name];
    if (value === undefined || value === '') return undefined;
    if (!Array.isArray(value)) throw new ApiError(code);
    return value;
  }
}

export interface Method {
  /** Any one of these scopes is enough. */
  scopes?: readonly string[];
  /** Requires the app-level token. */
  appToken?: true;
  /** Also accepts the token of a workflow step's run. */
  workflowToken?: true;
  run(core: Core, args: Args): Fields | Promise<Fields>;
}

export type Methods = Record<string, Method>;
