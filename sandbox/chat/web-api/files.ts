import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { newId } from '../ids.ts';
import { type Fields, fieldsOf, textOf } from '../json.ts';
import type { Message } from '../protocol.ts';
import type { StoredFile } from '../stored.ts';
import { inside, knownChannel } from './channels.ts';
import { ApiError, type Args, type Methods } from './method.ts';

const mimetypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/plain',
  json: 'application/json',
};

export function mimetypeOf(name: string): string {
  return mimetypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** A file as messages and the page carry it. */
export function shownFile(core: Core, file: StoredFile): Message['files'][number] {
  const url = `${core.url}/files/${file.id}/${encodeURIComponent(file.name)}`;
  return { id: file.id, name: file.name, url, mimetype: file.mimetype };
}

function uploadUrl(core: Core, args: Args): Fields {
  const name = args.needed('filename');
  if (!(Number(args.needed('length')) > 0)) throw new ApiError('invalid_arguments');
  const file: StoredFile = {
    id: newId('F0'),
    name,
    title: name,
    mimetype: mimetypeOf(name),
    bytes: Buffer.alloc(0),
    owner: app.botUser,
    complete: false,
  };
  core.world.files.set(file.id, file);
  return { upload_url: `${core.url}/upload/${file.id}`, file_id: file.id };
}

function complete(core: Core, args: Args): Fields {
  const files = (args.list('files', 'invalid_arguments') ?? []).map((one) => {
    const { id, title } = fieldsOf(one);
    const file = core.world.files.get(textOf(id));
    if (!file || file.complete || file.bytes.length === 0) throw new ApiError('file_not_found');
    file.title = textOf(title) || file.name;
    return file;
  });
  if (files.length === 0) throw new ApiError('invalid_arguments');
  const target = args.text('channel_id');
  if (target) {
    const channel = knownChannel(core, target);
    // slack-facts §3: sharing a file always needs membership
    if (!inside(channel)) throw new ApiError('not_in_channel');
    if (channel.archived) throw new ApiError('is_archived');
    core.world.say({
      channel: channel.id,
      user: app.botUser,
      text: args.text('initial_comment'),
      thread: args.text('thread_ts') || undefined,
      files: files.map((file) => shownFile(core, file)),
    });
  }
  for (const file of files) file.complete = true;
  return { files: files.map(({ id, title }) => ({ id, title })) };
}

const write = ['files:write'];

export const fileMethods: Methods = {
  'files.getUploadURLExternal': { scopes: write, run: uploadUrl },
  'files.completeUploadExternal': { scopes: write, run: complete },
  'files.info': {
    scopes: ['files:read'],
    run(core, args) {
      const file = core.world.files.get(args.needed('file'));
      if (!file?.complete) throw new ApiError('file_not_found');
      const shown = shownFile(core, file);
      return { file: { ...shown, title: file.title, size: file.bytes.length, url_private: shown.url } };
    },
  },
};
