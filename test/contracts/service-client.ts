import type { TestContext } from 'node:test';
import { type SandboxOptions, type SandboxService, startSandboxService } from '#sandbox/service/index.ts';

type Reply = { status: number; headers: Headers; text: string; body: unknown };

type Sending = {
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string;
  /** A header that is null is left out. */
  headers?: Record<string, string | null>;
};

/** Sends one request, such as `call('PATCH /post/abc', { body: { publishNow: true } })`. */
export type Call = (request: string, sending?: Sending) => Promise<Reply>;

export type Started = { service: SandboxService; call: Call };

/** A service with one brand and no rate limit, ended with the test, and a client that knows only HTTP. */
export async function startService(t: TestContext, options: SandboxOptions = {}): Promise<Started> {
  const service = await startSandboxService({
    seed: 'one-brand',
    requestsPerMinute: 'off',
    generation: { minMs: 1, maxMs: 10 },
    ...options,
  });
  t.after(service.stop);
  return { service, call: createCall(service.url, service.key) };
}

export function createCall(url: string, key: string): Call {
  return async (request, { body, raw, headers = {} } = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const all = {
      'X-API-Key': key,
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: given,
      // bytes, because fetch adds a content type of its own to a string
      ...(sent !== undefined && { body: new TextEncoder().encode(sent) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: readJson(text) };
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const brand = 'brandId=brand-1';

/** The record of a post in the default variant. */
export type PostRecord = {
  id: string;
  status: string;
  caption: string;
  scheduledAt: string | null;
  posts: { provider: string; caption: string; creatives: string[] }[];
  socialProfiles: { socialProfile: { id: string } }[];
  campaignId?: string;
};

export async function listPosts(call: Call): Promise<PostRecord[]> {
  return (await call(`GET /post?${brand}`)).body as PostRecord[];
}

/** Creates a post and returns its ID. */
export async function createPost(call: Call, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await call(`POST /post?${brand}`, {
    body: { caption: 'Hello', mediaUrls: [], ...fields },
  });
  return (body as { postGroupId: string }).postGroupId;
}

export function inHours(hours: number, now = Date.now()): string {
  return `${new Date(now + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
}

export function urls(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `https://pictures.example/${from + index}.png`);
}
