/** Parses a Redis address from the settings: one, or several separated by commas. Doesn't connect. */

export interface RedisAddress {
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  hosts: { host: string; port: number }[];
  db: number;
}

const shape = /^(?:(rediss?):\/\/)?(?:([^@]*)@)?([^@/?#]+)(?:\/(\d*))?(?:\?[^#]*)?$/;
const hostShape = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+))(?::(\d{1,5}))?$/i;

/**
 * Parses `redis://name:password@a:6379,b:6379/0`; `rediss` means TLS. `undefined` if it isn't such an
 * address.
 */
export function readRedisAddress(text: string, { scheme, port }: RedisTarget = {}): RedisAddress | undefined {
  const [, said = scheme, login, places = '', db = ''] = shape.exec(text.trim()) ?? [];
  const hosts = places.split(',').map((place) => readHost(place, port ?? 6_379));
  if (!said || !hosts.every((host) => host !== undefined)) return undefined;
  try {
    const [username, ...password] = (login ?? '').split(':').map(decodeURIComponent);
    return {
      tls: said === 'rediss',
      username: username || undefined,
      password: password.join(':') || undefined,
      hosts,
      db: Number(db),
    };
  } catch {
    return undefined;
  }
}

interface RedisTarget {
  /** The scheme to assume if the address has none. */
  scheme?: 'redis';
  /** The port to use if the address has none. Default: 6379. */
  port?: number;
}

function readHost(text: string, otherwise: number): { host: string; port: number } | undefined {
  const [, six, host = six, port] = hostShape.exec(text.trim()) ?? [];
  return host ? { host, port: port ? Number(port) : otherwise } : undefined;
}

/** The password in such an address, both as written there and decoded, even if the address is wrong. */
export function passwordsIn(address = ''): string[] {
  const [, afterScheme, atBegin] = /\/\/[^/@]*?:([^@]*)@|^[^/@]*?:([^@]*)@/.exec(address.trim()) ?? [];
  const { password } = readRedisAddress(address, { scheme: 'redis' }) ?? {};
  return [afterScheme ?? atBegin, password].filter((one) => one !== undefined);
}
