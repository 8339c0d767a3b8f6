/** What the address of a picture or a video tells about it, before anybody opens it. Pure. */

/** As its ending says; what is none is found out when it is read. */
export const isVideo = (address: string): boolean => /\.(mp4|mov|webm)$/i.test(pathOf(address));

/** As its ending says; Slack draws none of these. */
export const isWebp = (address: string): boolean => /\.webp$/i.test(pathOf(address));

/** Whether its host, as it is written, is of somebody's own machine or network, where nobody else opens it. */
export function isInside(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return inside6.test(host);
  return !host.includes('.') || inside4.test(host) || insideNames.test(host);
}

/** Loopback, private, link-local and unspecified addresses (RFC 1122, 1918, 3927, 6598, 4193, 4291); an URL has them in their usual form. */
const inside4 =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const inside6 = /^\[(?:::|f[cd]|fe[89ab])/;
/** Kept for this (RFC 6761, 6762, 8375; `internal` by ICANN). */
const insideNames = /\.(?:localhost|local|internal|home\.arpa)$/;

/** Whether it is a loopback address with a port: where all runs on one machine, the publishing service may stand there itself. */
export function isPortHere(address: string): boolean {
  const { hostname, port } = new URL(address);
  return port !== '' && /^127\.[\d.]+$/.test(hostname);
}

/** The ending of its file in lower case (`pdf`); `undefined` where it has none that names a type. */
export const endingOf = (address: string): string | undefined =>
  /[^/]\.([a-z][a-z0-9]{1,4})$/i.exec(pathOf(address))?.[1]?.toLowerCase();

/**
 * What people know the file by: the last part of its address; `undefined` where that is longer than a name, such as a
 * signature, or holds what is not seen and changes how the rest is read.
 */
export function fileName(address: string): string | undefined {
  const last = pathOf(address)
    .split('/')
    .findLast((part) => part !== '');
  const name = last && decoded(last);
  return name && name.length <= longestName && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? name : undefined;
}

const longestName = 40;

/** Without what only the server of an address reads; what is no address stays as it is. */
const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
