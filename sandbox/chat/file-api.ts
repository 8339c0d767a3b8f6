import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from './core.ts';
import { readBody, sendText } from './http-tools.ts';

/** The bytes of an upload: bare, or the first file of a multipart form (slack-facts §3, "Files up"). */
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

/** `POST /upload/<file>` takes the bytes, `GET /files/<file>/<name>` gives them. */
export async function serveFiles(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', core.url);
  const [, kind, id = ''] = pathname.split('/');
  const file = core.world.files.get(id);
  if (!file) return sendText(response, 404, 'There is no such file.');
  if (kind === 'upload') {
    if (request.method !== 'POST' || file.complete) return sendText(response, 400, 'Not now.');
    file.bytes = await uploaded(request);
    return sendText(response, 200, `OK - ${file.bytes.length}`);
  }
  // a picture may be shown, anything else only kept: the page is on the same address
  const shown = file.mimetype.startsWith('image/') ? 'inline' : 'attachment';
  response.writeHead(200, {
    'content-type': file.mimetype,
    'content-disposition': shown,
    'x-content-type-options': 'nosniff',
  });
  response.end(file.bytes);
}
