import type { IncomingMessage, ServerResponse } from 'node:http';
import { applyFault, holdResponse } from '../apply-fault.ts';
import type { Call, Core } from '../core.ts';
import { readBody, sendJson } from '../http-tools.ts';
import type { Fields } from '../json.ts';
import { appMethods } from './app.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import { functionMethods } from './functions.ts';
import { messageMethods } from './messages.ts';
import { ApiError, Args, type Method, type Methods } from './method.ts';
import { threadMethods } from './threads.ts';
import { peopleMethods } from './users.ts';
import { viewMethods } from './views.ts';

export const webApiMethods: Methods = {
  ...appMethods,
  ...messageMethods,
  ...viewMethods,
  ...conversationMethods,
  ...threadMethods,
  ...peopleMethods,
  ...fileMethods,
  ...functionMethods,
};

/** Limits the call log, because a demo can run for days. */
const longestLog = 10_000;

function authorize(core: Core, method: Method, token: string): void {
  if (!token) throw new ApiError('not_authed');
  if (method.workflowToken && core.workflows.accepts(token)) return;
  const app = core.appToken !== undefined && token === core.appToken;
  if (!app && core.botToken !== '' && token !== core.botToken) throw new ApiError('invalid_auth');
  if (app !== (method.appToken === true)) throw new ApiError('not_allowed_token_type');
  const { scopes } = core.installed;
  if (!scopes || !method.scopes || method.scopes.some((one) => scopes.includes(one))) return;
  throw new ApiError('missing_scope', { needed: method.scopes.join(','), provided: scopes.join(',') });
}

async function run(core: Core, name: string, args: Args, token: string): Promise<Fields> {
  try {
    const method = Object.hasOwn(webApiMethods, name) ? webApiMethods[name] : undefined;
    if (!method) throw new ApiError('unknown_method', { req_method: name });
    authorize(core, method, token);
    return { ok: true, ...(await method.run(core, args)) };
  } catch (cause) {
    if (cause instanceof ApiError) return { ok: false, error: cause.code, ...cause.more };
    return { ok: false, error: 'internal_error', detail: String(cause) };
  }
}

/** Serves `POST /api/<method>` like Slack's Web API: always HTTP 200, with `ok` in the body. */
export async function serveWebApi(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', core.url);
  const method = pathname.slice('/api/'.length);
  const body = request.method === 'GET' ? search.slice(1) : (await readBody(request)).toString();
  const args = Args.read(body, request.headers['content-type'] ?? '');
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? args.text('token');
  const call: Call = { method, args: args.all, token, at: core.now() };
  core.calls.push(call);
  if (core.calls.length > longestLog) core.calls.shift();
  const fault = core.faults.take(method, args.all);
  if (fault) core.faults.applied.push({ method, args: args.all, kind: fault.kind });
  if (!(await applyFault(fault, response))) {
    const answer = await run(core, method, args, token);
    await holdResponse(fault, core.world);
    if (fault?.kind === 'answer-lost') response.destroy();
    else {
      call.answer = answer;
      const { scopes } = core.installed;
      sendJson(response, 200, answer, scopes ? { 'x-oauth-scopes': scopes.join(',') } : {});
    }
  }
  core.world.changed();
}
