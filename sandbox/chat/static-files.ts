import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { sendText } from './http-tools.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** The file path for a URL path; `undefined` if it's malformed or outside the folder. */
function within(root: string, path: string): string | undefined {
  try {
    const file = join(root, decodeURIComponent(path));
    return file.startsWith(root) ? file : undefined;
  } catch {
    return undefined;
  }
}

async function contents(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

/** Serves the built page. Any path without a file extension gets `index.html`. */
export async function serveStatic(
  folder: string | undefined,
  path: string,
  response: ServerResponse,
): Promise<void> {
  if (!folder)
    return sendText(response, 404, 'The page was not built; the chat still works for the bot and its tests.');
  const root = normalize(folder) + sep;
  const file = extname(path) ? within(root, path) : join(root, 'index.html');
  const bytes = file && (await contents(file));
  if (!file || !bytes) return sendText(response, 404, 'There is no such file.');
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  response.end(bytes);
}
