/** One stub server for both Slack and the publishing service. It accepts everything at once, because neither is measured. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { origin } from './deliveries.ts';
import { brandNumber, postFor } from './requests.ts';

export interface StubServer {
  port: number;
  /** For `SLACK_API_URL`. */
  slackUrl: string;
  /** For `SOCIAL_API_URL`. */
  serviceUrl: string;
  /** How often a method of Slack was called, such as `views.open`. */
  calls(method: string): number;
  /** Resolves once the next call of this method has arrived completely. `response`: a request to the response URL. */
  next(method: string): Promise<void>;
  stop(): Promise<void>;
}

interface Post {
  postGroupId: string;
  status: 'DRAFT' | 'POSTED';
  caption: string;
  mediaUrls: string[];
}

/** A listing returns only this many of a brand's newest posts, so that long runs don't read longer listings. */
const listed = 12;

/** The number of brands. Each round uses new ones. */
const mostBrands = 500;

export async function startStubServer(): Promise<StubServer> {
  const answerService = createService();
  const called = new Map<string, number>();
  const awaited = new Map<string, () => void>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://outside');
    const method = url.pathname.startsWith('/api/') && url.pathname.slice('/api/'.length);
    if (method) called.set(method, (called.get(method) ?? 0) + 1);
    const body = await read(request);
    const answer = method ? answerSlack() : answerService(request, url, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    if (!method) return;
    awaited.get(method)?.();
    awaited.delete(method);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...stubServerAt(port),
    calls: (method) => called.get(method) ?? 0,
    next: (method) => new Promise((resolve) => awaited.set(method, resolve)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The addresses of a stub server on this port. */
export function stubServerAt(port: number): Pick<StubServer, 'port' | 'slackUrl' | 'serviceUrl'> {
  return { port, slackUrl: `http://127.0.0.1:${port}/api/`, serviceUrl: `http://127.0.0.1:${port}/v1` };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

let messages = 0;
function answerSlack(): object {
  messages += 1;
  const ts = `1780000000.${String(messages).padStart(6, '0')}`;
  const about = { team_id: origin.workspace, user_id: 'U0PRESS', bot_id: 'B0PRESS' };
  return { ok: true, ...about, channel: origin.channel, ts, view: { id: 'V0', hash: '1' } };
}

function createService(): (request: IncomingMessage, url: URL, body: string) => unknown {
  const listings = new Map<string, Post[]>();
  const posts = new Map<string, Post>();
  return (request, { pathname, searchParams }, body) => {
    if (pathname === '/v1/brands') return Array.from({ length: mostBrands }, (_, n) => brandNumber(n));
    if (pathname === '/v1/social-profiles')
      return postFor(brandNumber(0), 0).profiles.map((profile) => ({ ...profile, provider: 'instagram' }));
    if (request.method === 'PATCH') {
      const post = posts.get(pathname.split('/').at(-1) ?? '');
      if (post) post.status = 'POSTED';
      return { postGroupId: post?.postGroupId };
    }
    // each API key is a separate account
    const brand = `${request.headers['x-api-key']} ${searchParams.get('brandId')}`;
    const listing = listings.get(brand) ?? [];
    if (request.method === 'GET') return Number(searchParams.get('page') ?? 0) > 0 ? [] : listing;
    const { caption } = JSON.parse(body) as { caption: string };
    const post: Post = { postGroupId: `post-${posts.size + 1}`, status: 'DRAFT', caption, mediaUrls: [] };
    posts.set(post.postGroupId, post);
    listings.set(brand, [post, ...listing].slice(0, listed));
    return { postGroupId: post.postGroupId };
  };
}
