import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, writeText } from '#sandbox/service/http/answer.ts';
import { Problem } from '#sandbox/service/problem.ts';

/** Far larger than any valid body. */
const largestBody = 1_000_000;

export async function readRawBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= largestBody) chunks.push(bytes);
  }
  if (size > largestBody) throw new Problem(413, 'The body is too large.');
  return Buffer.concat(chunks).toString('utf8');
}

export function send(response: ServerResponse, answer: Answer): void {
  const bytes = answer.bytes ?? Buffer.from(writeText(answer));
  response.writeHead(answer.status, writeHeaders(answer, bytes.length));
  response.end(bytes);
}

/** Announces the full content length, sends half of the body, and closes the connection. */
export function sendHalf(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(writeText(answer));
  response.writeHead(answer.status, writeHeaders(answer, bytes.length));
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function writeHeaders(answer: Answer, length: number): Record<string, string> {
  const type = 'type' in answer ? answer.type : 'application/json; charset=utf-8';
  return { ...answer.headers, ...(type && { 'Content-Type': type }), 'Content-Length': String(length) };
}
