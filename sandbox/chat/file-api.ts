import type { IncomingMessage, ServerResponse } from 'node:http';
import { applyFault } from './apply-fault.ts';
import type { Core } from './core.ts';
import { readBody, sendText } from './http-tools.ts';
import type { StoredFile } from './stored.ts';
import { isVisibleToApp } from './web-api/files.ts';

/** The bytes of an upload: bare, or the first file of a multipart form (docs.slack.dev/messaging/working-with-files). */
async function uploaded(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  if (!type.includes('multipart/form-data')) return body;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const value of form.values()) {
    if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  }
  return Buffer.alloc(0);
}

/** Sends the whole file, or the requested range. */
function sendBytes(
  { bytes, mimetype }: StoredFile,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // only images are shown inline: other types could run scripts on the page's origin
  const disposition = mimetype.startsWith('image/') ? 'inline' : 'attachment';
  const headers = {
    'content-type': mimetype,
    'content-disposition': disposition,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  };
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || (first === '' && last === '')) {
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (from > to) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const part = bytes.subarray(from, to + 1);
  const range = { 'content-range': `bytes ${from}-${to}/${bytes.length}`, 'content-length': part.length };
  response.writeHead(206, { ...headers, ...range }).end(part);
}

function sendHalf({ bytes, mimetype }: StoredFile, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': mimetype, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** `GET /files-pri/<file>/…`, as apps fetch files. Without a token that can read the file, redirects to the sign-in page. */
async function servePrivate(
  core: Core,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const file = core.world.files.get(id);
  core.calls.push({
    method: 'files-pri',
    path: request.url ?? '',
    args: {},
    token: token ?? '',
    at: core.now(),
  });
  const fault = core.faults.take('files-pri');
  if (await applyFault(fault, response)) return;
  const known = token !== undefined && (core.botToken === '' || token === core.botToken);
  const seen = known && file && isVisibleToApp(core, file) && core.installed.hasScope('files:read');
  if (seen && fault?.kind === 'truncated') sendHalf(file, response);
  else if (seen) sendBytes(file, request, response);
  else response.writeHead(302, { location: `${core.url}/` }).end();
}

/** `POST /upload/<file>` stores the bytes, `GET /files/<file>/<name>` serves them to the page. */
export async function serveFiles(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', core.url);
  const [, kind, id = ''] = pathname.split('/');
  if (kind === 'files-pri') return servePrivate(core, id, request, response);
  const file = core.world.files.get(id);
  if (!file) return sendText(response, 404, 'There is no such file.');
  if (kind === 'files') return sendBytes(file, request, response);
  if (request.method !== 'POST' || file.complete) return sendText(response, 400, 'Not now.');
  file.bytes = await uploaded(request);
  return sendText(response, 200, `OK - ${file.bytes.length}`);
}
