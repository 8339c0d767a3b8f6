import type { IncomingMessage, ServerResponse } from 'node:http';

const mebibyte = 1024 * 1024;

/** A body is larger than the chat takes; the message is for the person who sent it. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

/** The whole body of a request; rejects with `TooLarge` when it has more than so many MB. */
export async function readBody(request: IncomingMessage, mostMb = 8): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    // read to its end: a browser whose request is cut off never sees the answer
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
