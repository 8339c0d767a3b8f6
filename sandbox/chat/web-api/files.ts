import type { Core } from '../core.ts';
import { app } from '../defaults.ts';
import { filePayload, keepFile, shownFile } from '../files.ts';
import { type Fields, fieldsOf, textOf } from '../json.ts';
import type { StoredFile } from '../stored.ts';
import { inside, visibleChannel } from './channels.ts';
import { ApiError, type Args, type Methods } from './method.ts';

/** Whether the app can read a file: its own, one shared in a channel it's in, or one submitted with a form. */
export function isVisibleToApp(core: Core, { owner, sharedWithApp, channels }: StoredFile): boolean {
  const shared = channels.flatMap((id) => core.world.channels.get(id) ?? []);
  return owner === app.botUser || sharedWithApp || shared.some(inside);
}

function uploadUrl(core: Core, args: Args): Fields {
  const name = args.required('filename');
  if (!(Number(args.required('length')) > 0)) throw new ApiError('invalid_arguments');
  const file = keepFile(core, { owner: app.botUser, name, bytes: Buffer.alloc(0), complete: false });
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
    const channel = visibleChannel(core, target);
    // sharing a file always needs membership (docs.slack.dev/reference/methods/files.completeUploadExternal)
    if (!inside(channel)) throw new ApiError('not_in_channel');
    if (channel.archived) throw new ApiError('is_archived');
    for (const file of files) file.channels.push(channel.id);
    core.world.post({
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
      const file = core.world.files.get(args.required('file'));
      if (!file?.complete || !isVisibleToApp(core, file)) throw new ApiError('file_not_found');
      return { file: filePayload(core, file) };
    },
  },
};
