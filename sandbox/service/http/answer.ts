/** A response: `body` as JSON, or `text` or `bytes` with a content type (none if undefined). */
export type Answer = {
  status: number;
  body?: unknown;
  text?: string;
  bytes?: Uint8Array;
  type?: string | undefined;
  headers?: Record<string, string>;
};

/** The response body as text; not for `bytes`. */
export function writeText({ body, text }: Answer): string {
  return text ?? (body === undefined ? '' : JSON.stringify(body));
}
