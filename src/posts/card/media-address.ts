/** What the address of a picture or a video says about it before anyone opens it. Pure. */

/** By the ending of the address. Anything else is found out when the file is read. */
export const isVideo = (address: string): boolean => /\.(mp4|mov|webm)$/i.test(pathOf(address));

/** By the ending of the address. Slack shows none of these. */
export const isWebp = (address: string): boolean => /\.webp$/i.test(pathOf(address));

/** Whether its host, as written, is a person's own machine or network, which nobody else can reach. */
export function isInside(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return inside6.test(host);
  return !host.includes('.') || inside4.test(host) || insideNames.test(host);
}

/** Loopback, private, link-local and unspecified addresses (RFC 1122, 1918, 3927, 6598, 4193, 4291), as a URL normalizes them. */
const inside4 =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const inside6 = /^\[(?:::|f[cd]|fe[89ab])/;
/** Reserved for such hosts (RFC 6761, 6762, 8375; `internal` by ICANN). */
const insideNames = /\.(?:localhost|local|internal|home\.arpa)$/;

/** Whether it's a loopback address with a port: if everything runs on one machine, the publishing service may be there itself. */
export function isPortHere(address: string): boolean {
  const { hostname, port } = new URL(address);
  return port !== '' && /^127\.[\d.]+$/.test(hostname);
}

/** The ending of the file name in lower case (`pdf`); `undefined` if it has none that names a type. */
export const endingOf = (address: string): string | undefined =>
  /[^/]\.([a-z][a-z0-9]{1,4})$/i.exec(pathOf(address))?.[1]?.toLowerCase();

/**
 * The file name that people know: the last part of the address; `undefined` if that is too long for a name, such as a
 * signature, or has invisible characters that change how the rest is read.
 */
export function fileName(address: string): string | undefined {
  const last = pathOf(address)
    .split('/')
    .findLast((part) => part !== '');
  const name = last && decoded(last);
  return name && name.length <= longestName && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? name : undefined;
}

const longestName = 40;

/** Without what only the address's server reads. Text that isn't an address is unchanged. */
const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
