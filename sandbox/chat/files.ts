import type { Core } from './core.ts';
import { newId } from './ids.ts';
import type { Fields } from './json.ts';
import type { Message } from './protocol.ts';
import type { StoredFile } from './stored.ts';

const mimetypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/plain',
  json: 'application/json',
};

const endingOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';

const mimetypeOf = (name: string): string => mimetypes[endingOf(name)] ?? 'application/octet-stream';

/** Stores a file. Only its owner can see it until it's shared in a channel or submitted to the app with a form. */
export function keepFile(
  core: Core,
  { owner, name, bytes, complete = true }: { owner: string; name: string; bytes: Buffer; complete?: boolean },
): StoredFile {
  const file: StoredFile = {
    id: newId('F0'),
    name,
    title: name,
    mimetype: mimetypeOf(name),
    bytes,
    owner,
    complete,
    channels: [],
    sharedWithApp: false,
  };
  core.world.files.set(file.id, file);
  return file;
}

/** A file as it appears in messages and on the page. */
export function shownFile(core: Core, { id, name, mimetype }: StoredFile): Message['files'][number] {
  return { id, name, url: `${core.url}/files/${id}/${encodeURIComponent(name)}`, mimetype };
}

/** A file as apps get it: its URLs require the app's token. */
export function filePayload(core: Core, { id, name, title, mimetype, bytes, owner }: StoredFile): Fields {
  const address = `${core.url}/files-pri/${id}`;
  return {
    id,
    name,
    title,
    mimetype,
    filetype: endingOf(name),
    user: owner,
    mode: 'hosted',
    is_external: false,
    size: bytes.length,
    url_private: `${address}/${encodeURIComponent(name)}`,
    url_private_download: `${address}/download/${encodeURIComponent(name)}`,
  };
}
