/** What goes back: `body` as JSON, or `text` or `bytes` with their type (none when it is undefined). */
export type Answer = {
  status: number;
  body?: unknown;
  text?: string;
  bytes?: Uint8Array;
  type?: string | undefined;
  headers?: Record<string, string>;
};

/** The answer as text, for what is not bytes. */
export function writeText({ body, text }: Answer): string {
  return text ?? (body === undefined ? '' : JSON.stringify(body));
}
