import type { Core } from '../core.ts';
import { type Fields, isFields, parsed, textOf } from '../json.ts';

/** A refusal with one of the error words of Slack's method reference. */
export class ApiError extends Error {
  readonly code: string;
  readonly more: Fields;

  constructor(code: string, more: Fields = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

/** A refusal that names the places: `response_metadata.messages` in Slack's style. */
export function invalidArguments(code: string, problems: readonly string[]): ApiError {
  const errors = code === 'invalid_blocks' ? { errors: problems } : {};
  return new ApiError(code, {
    ...errors,
    response_metadata: { messages: problems.map((problem) => `[ERROR] ${problem}`) },
  });
}

/** Arguments that are JSON inside a form; any other that looks like JSON is a person's text. */
const jsonArguments = new Set(['attachments', 'blocks', 'files', 'metadata', 'outputs', 'unfurls', 'view']);

/** The arguments of one call; objects may have come as JSON in a form field. */
export class Args {
  readonly all: Fields;

  constructor(all: Fields) {
    this.all = all;
  }

  /** Reads a body as Slack does: form, or JSON with an `application/json` type. */
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

  /** A text that must be there. */
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

  /** A list; `undefined` when it was not given. */
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
  /** Called with the app-level token. */
  appToken?: true;
  /** The token of the run of a step is accepted, too. */
  workflowToken?: true;
  run(core: Core, args: Args): Fields | Promise<Fields>;
}

export type Methods = Record<string, Method>;
