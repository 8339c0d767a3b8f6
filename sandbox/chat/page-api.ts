import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Core } from './core.ts';
import { filePayload, keepFile } from './files.ts';
import { readBody, sendJson } from './http-tools.ts';
import { fieldsOf, parsed } from './json.ts';
import { pageState } from './page-state.ts';
import type { User, UserActions } from './protocol.ts';
import { NotAllowed } from './user-actions/not-allowed.ts';
import type { UserActionHandlers } from './user-actions/user-actions.ts';

const state = z.record(z.string(), z.record(z.string(), z.looseObject({ type: z.string() })));
const container = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    channel: z.string(),
    ts: z.string(),
    blocksVersion: z.int().exactOptional(),
  }),
  z.object({ type: z.literal('view'), viewId: z.string() }),
  z.object({ type: z.literal('home'), hash: z.string().exactOptional() }),
]);
const element = { container, blockId: z.string(), actionId: z.string() };

const bodies = {
  message: z.object({
    channel: z.string(),
    text: z.string(),
    thread: z.string().exactOptional(),
    files: z.array(z.string()).exactOptional(),
  }),
  command: z.object({ channel: z.string(), text: z.string() }),
  react: z.object({
    channel: z.string(),
    ts: z.string(),
    name: z.string().regex(/^[a-z0-9_+'-]{1,100}$/),
  }),
  shortcut: z.object({
    callbackId: z.string(),
    channel: z.string().exactOptional(),
    ts: z.string().exactOptional(),
  }),
  action: z.object({
    ...element,
    value: z.looseObject({ type: z.string() }).exactOptional(),
    state: state.default({}),
  }),
  options: z.object({ ...element, query: z.string() }),
  submit: z.object({ viewId: z.string(), state: state.default({}) }),
  close: z.object({ viewId: z.string(), all: z.boolean().default(false) }),
  openHome: z.record(z.string(), z.never()),
  runStep: z.object({ step: z.string(), inputs: z.record(z.string(), z.string()) }),
  travel: z.object({ to: z.enum(['hour', 'day', 'week', 'morning', 'post']) }),
  restart: z.record(z.string(), z.never()),
  dismiss: z.object({ notice: z.string() }),
  read: z.object({
    channel: z.string(),
    thread: z.string().exactOptional(),
    upTo: z.string().exactOptional(),
  }),
} satisfies { [Act in keyof UserActions]: z.ZodType<UserActions[Act]> };

function isUserAction(name: string): name is keyof UserActions {
  return Object.hasOwn(bodies, name);
}

/** Validates and runs a user action sent by the page. */
async function perform<Act extends keyof UserActions>(
  userActions: UserActionHandlers,
  action: Act,
  user: User,
  body: unknown,
) {
  const schema = bodies[action] as unknown as z.ZodType<UserActions[Act]>;
  return userActions[action](user.id, schema.parse(body));
}

/** `GET /page/events?as=`: streams the user's state, now and after changes. Several changes at once are sent as one. */
function streamEvents(core: Core, user: User, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    connection: 'keep-alive',
  });
  let due = false;
  let sent = '';
  const send = () => {
    due = false;
    // a connection is destroyed before its close event, and the chat may have stopped by then
    if (response.socket?.destroyed !== false) return;
    const state = JSON.stringify(pageState(core, user));
    if (state === sent) return;
    sent = state;
    response.write(`data: ${state}\n\n`);
  };
  const stop = core.world.onChange(() => {
    if (due) return;
    due = true;
    setImmediate(send);
  });
  response.on('close', stop);
  send();
}

/** The file size limits: Slack's for a file input, and for messages one that protects this chat's memory. */
const mostMb = { field: 10, message: 64 };

/** `POST /page/upload?as=&name=&into=`: stores a file that the user chose, and returns it as forms and messages reference it. */
async function takeUpload(
  core: Core,
  asked: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const user = core.world.user(asked.get('as') ?? '');
  // a page of another origin cannot send this type without asking first, and is never answered yes
  if (!user || user.bot || request.headers['content-type'] !== 'application/octet-stream')
    return sendJson(response, 400, { ok: false, error: 'A file is sent by a person, as bytes.' });
  const bytes = await readBody(request, asked.get('into') === 'field' ? mostMb.field : mostMb.message);
  const file = keepFile(core, { owner: user.id, name: asked.get('name') || 'file', bytes });
  sendJson(response, 200, { ok: true, file: filePayload(core, file) });
}

/** Everything under `/page/` (see `protocol.ts`). */
export async function servePage(
  core: Core,
  userActions: UserActionHandlers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', core.url);
  const action = pathname.slice('/page/'.length);
  if (action === 'events') {
    const user = core.world.userNamed(searchParams.get('as') ?? '');
    if (!user || user.bot) return sendJson(response, 404, { ok: false, error: 'There is no such person.' });
    return streamEvents(core, user, response);
  }
  if (action === 'upload') return takeUpload(core, searchParams, request, response);
  if (request.method !== 'POST' || !isUserAction(action)) {
    return sendJson(response, 404, { ok: false, error: `There is no act called ${action}.` });
  }
  // a page of another origin cannot send this type without asking first, and is never answered yes
  if (!request.headers['content-type']?.includes('application/json')) {
    return sendJson(response, 415, { ok: false, error: 'An act is sent as application/json.' });
  }
  const { as, ...body } = fieldsOf(parsed((await readBody(request)).toString()));
  const user = core.world.user(String(as));
  if (!user || user.bot) return sendJson(response, 404, { ok: false, error: 'There is no such person.' });
  try {
    sendJson(response, 200, { ok: true, ...(await perform(userActions, action, user, body)) });
  } catch (cause) {
    if (cause instanceof z.ZodError) {
      sendJson(response, 400, { ok: false, error: `The page sent something odd: ${z.prettifyError(cause)}` });
    } else if (cause instanceof NotAllowed) sendJson(response, 200, { ok: false, error: cause.message });
    else throw cause;
  }
}
