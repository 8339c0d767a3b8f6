/** What the address of a picture or a video says about it before anyone opens it. Pure. */

/** Judged by the ending of the address. Reading the file finds out what else is a video. */
export const isVideo = (address: string): boolean => /\.(mp4|mov|webm)$/i.test(pathOf(address));

/** Judged by the ending of the address. Slack shows no WebP images. */
export const isWebp = (address: string): boolean => /\.webp$/i.test(pathOf(address));

/** The ending of the file name in lower case (`pdf`); `undefined` if it has none that names a type. */
export const endingOf = (address: string): string | undefined =>
  /[^/]\.([a-z][a-z0-9]{1,4})$/i.exec(pathOf(address))?.[1]?.toLowerCase();

/**
 * The file name that people know: the last part of the address; `undefined` if that is too long for a name,
 * such as a signature, or has invisible characters that change how the rest is read.
 */
export function fileName(address: string): string | undefined {
  const last = pathOf(address)
    .split('/')
    .findLast((part) => part !== '');
  const name = last && decoded(last);
  return name && name.length <= longestName && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? name : undefined;
}

const longestName = 40;

/** The path of an address, without its query. Text that isn't an address is unchanged. */
const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Without the parameters with which storage services sign addresses: they say how long an address works, not
 * what it shows.
 */
export function unsigned(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const kept = [...url.searchParams].filter(([name]) => !signing.test(name));
  return `${url.origin}${url.pathname}?${JSON.stringify(kept)}${url.hash}`;
}

/** Whether the address is signed, so that it may stop working. */
export const isSigned = (address: string): boolean =>
  URL.canParse(address) && [...new URL(address).searchParams.keys()].some((name) => signing.test(name));

/**
 * Amazon S3 and CloudFront, Google Cloud Storage, Azure (`sv`…`sig`), Alibaba, Tencent, Akamai, Meta, and
 * common names of others.
 */
const signing =
  /^(?:x-(?:amz|goog|oss|cos|ms)-.+|awsaccesskeyid|ossaccesskeyid|googleaccessid|key-pair-id|policy|signature|sig|sign|token|expires?|expiry|exp|hmac|hdne[at]|hdnts|verify|oh|oe|s[vprtei]|spr|sk(?:oid|tid|t|e|s|v))$/i;
