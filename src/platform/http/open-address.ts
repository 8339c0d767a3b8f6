/** Opens an address that someone put into a post, if that can do no harm. `SECURITY.md` has the rules. */
import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublic } from './public-address.ts';

/** `service`: the publishing service itself, whatever network it's in. `undefined`: it isn't opened. */
export function mayOpen(url: URL, service: URL): 'service' | 'public' | undefined {
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === service.origin) return 'service';
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const out = url.protocol === 'https:' && url.port === '' && (isIP(host) === 0 || isPublic(host));
  return out ? 'public' : undefined;
}

/** Checks where a name leads when the connection is made, and not before. */
const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (cause, found) => {
      const all = Array.isArray(found) ? found : [];
      const [first] = all;
      const refused = all.every(({ address }) => isPublic(address)) ? undefined : new NotPublic();
      if (cause || refused || !first) done(cause ?? refused ?? new NotPublic(), '', 0);
      else if (options.all) done(null, all);
      else done(null, first.address, first.family);
    });

class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** The answer wasn't of the expected kind, was too long, or took too long. */
const stepMs = 5_000;

/**
 * What `read` makes of the file there; it has to stop at its own limit. `undefined` for anything but a plain answer, including a redirect. Sends nothing
 * but the request for the address. Rejects if nobody answers, and for a name that leads into a private network.
 */
export async function openAddress<T>({
  url,
  from,
  signal,
  lookup = resolve,
  read,
}: {
  url: URL;
  from: 'service' | 'public';
  signal: AbortSignal;
  lookup?: LookupFunction | undefined;
  read(body: AsyncIterable<Uint8Array>): Promise<T>;
}): Promise<T | undefined> {
  // One connection for one request: a server that we don't know keeps none of ours.
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: stepMs, ...(from === 'public' && { lookup: publicOnly(lookup) }) },
    headersTimeout: stepMs,
    bodyTimeout: stepMs,
  });
  try {
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'image/png, image/jpeg, image/gif', 'user-agent': 'Presscheck' },
      signal,
    });
    if (statusCode === 200) return await read(body);
    body.on('error', () => undefined).destroy();
    return undefined;
  } finally {
    await agent.destroy();
  }
}
