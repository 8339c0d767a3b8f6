/** What the address of a picture or a video tells about it, before anybody opens it. Pure. */

/** As its ending says; what is none is found out when it is read. */
export const isVideo = (address: string): boolean => /\.(mp4|mov|webm)$/i.test(pathOf(address));

/** As its ending says; Slack draws none of these. */
export const isWebp = (address: string): boolean => /\.webp$/i.test(pathOf(address));

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
