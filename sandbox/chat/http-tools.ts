import type { IncomingMessage, ServerResponse } from 'node:http';

const mebibyte = 1024 * 1024;

/** The body exceeds the limit. The message is for the user who sent it. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

/** Reads the whole body of a request. Rejects with `TooLarge` if it exceeds `mostMb` megabytes. */
export async function readBody(request: IncomingMessage, mostMb = 8): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    // read to the end even if it's too large: a browser whose request is cut off doesn't see the response
    if (size <= mostMb * mebibyte) chunks.push(bytes);
  }
  if (size > mostMb * mebibyte) throw new TooLarge(`It is larger than ${mostMb} MB`);
  return Buffer.concat(chunks);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(value));
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
