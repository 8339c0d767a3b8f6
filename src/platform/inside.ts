/** Addresses on someone's own machine or network. */

/** Whether the host, as written, is on someone's own machine or network, which nobody else can reach. */
export function isInside(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return inside6.test(host);
  return !host.includes('.') || inside4.test(host) || insideNames.test(host);
}

/**
 * Loopback, private, link-local and unspecified addresses (RFC 1122, 1918, 3927, 6598, 4193, 4291), as a URL
 * normalizes them.
 */
const inside4 =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;

const inside6 = /^\[(?:::|f[cd]|fe[89ab])/;

/** Reserved for such hosts (RFC 6761, 6762, 8375; `internal` by ICANN). */
const insideNames = /\.(?:localhost|local|internal|home\.arpa)$/;

/**
 * Whether it's a loopback address with a port, where the publishing service itself may be if everything runs
 * on one machine.
 */
export function isPortHere(address: string): boolean {
  const { hostname, port } = new URL(address);
  return port !== '' && /^127\.[\d.]+$/.test(hostname);
}
