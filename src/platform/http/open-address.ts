/** Opens an address that someone put into a post, if that's safe. `SECURITY.md` has the rules. */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';

/**
 * `service`: the publishing service itself, in whatever network it is. `undefined`: the address isn't opened.
 */
export function mayOpen(url: URL, service: URL): 'service' | 'public' | undefined {
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === service.origin) return 'service';
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const out = url.protocol === 'https:' && url.port === '' && (isIP(host) === 0 || isPublic(host));
  return out ? 'public' : undefined;
}

/**
 * Checks the address that a name resolves to when the connection is made, because it can change before that.
 */
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
 * Returns what `read` makes of the file there, up to `read`'s own limit, or `refused` for an error status.
 * Rejects if nobody answers, or if the name resolves into a private network.
 */
export async function openAddress<T>({
  url,
  from,
  signal,
  lookup = resolve,
  read,
  refused,
}: {
  url: URL;
  from: 'service' | 'public';
  signal: AbortSignal;
  lookup?: LookupFunction | undefined;
  /** `type`: what the server calls the file, such as `image/png`; empty: it doesn't say. */
  read(body: AsyncIterable<Uint8Array>, type: string): Promise<T>;
  refused?(status: number): T;
}): Promise<T | undefined> {
  // One connection for one request: a server that we don't know keeps none of ours.
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: stepMs, ...(from === 'public' && { lookup: publicOnly(lookup) }) },
    headersTimeout: stepMs,
    bodyTimeout: stepMs,
  });
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'image/png, image/jpeg, image/gif', 'user-agent': 'Presscheck' },
      signal,
    });
    if (statusCode === 200) return await read(body, `${headers['content-type'] ?? ''}`);
    body.on('error', () => undefined).destroy();
    return refused?.(statusCode);
  } finally {
    await agent.destroy();
  }
}

/**
 * IANA's IPv4 Special-Purpose Address Registry, with multicast. The last one is where Azure answers its own
 * machines.
 */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/**
 * All addresses that are assigned, and those among them that lead elsewhere: tunnels to IPv4, examples,
 * protocols.
 */
const given6 = ['2000::/3'];
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const never4 = listOf(special4, 'ipv4');
const only6 = listOf(given6, 'ipv6');
const never6 = listOf(special6, 'ipv6');

function listOf(subnets: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

/** Whether the IP address is public. False for a host name, which doesn't say where it leads. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !never4.check(address, 'ipv4');
  return (
    isIP(address) === 6 &&
    !address.includes('%') &&
    only6.check(address, 'ipv6') &&
    !never6.check(address, 'ipv6')
  );
}
