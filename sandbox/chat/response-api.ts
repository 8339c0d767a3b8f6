import type { IncomingMessage, ServerResponse } from 'node:http';
import { showResponse } from './app-responses.ts';
import { applyFault, holdResponse } from './apply-fault.ts';
import type { Call, Core } from './core.ts';
import { readBody, sendText } from './http-tools.ts';
import { isFields, parsed } from './json.ts';

/** Handles a request to a response URL. Returns `ok`, or an error code with its status. */
function answer(core: Core, path: string, body: unknown): { status: number; text: string } {
  const origin = core.responseUrls.use(path);
  if (typeof origin === 'string') return { status: 404, text: origin };
  if (!isFields(body)) return { status: 400, text: 'invalid_payload' };
  const shown = showResponse(core, origin, body);
  return 'error' in shown ? { status: 400, text: shown.error } : { status: 200, text: 'ok' };
}

/** `POST` to a `response_url`: `ok`, or an error word with a status that makes Bolt's `respond()` throw. */
export async function serveResponseUrl(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname: path } = new URL(request.url ?? '/', core.url);
  const body = parsed((await readBody(request)).toString());
  const args = isFields(body) ? body : {};
  const call: Call = { method: 'response_url', path, args, token: '', at: core.now() };
  core.calls.push(call);
  const fault = core.faults.take('response_url', args);
  if (!(await applyFault(fault, response))) {
    const { status, text } = answer(core, path, body);
    await holdResponse(fault, core.world);
    if (fault?.kind === 'answer-lost') response.destroy();
    else {
      call.answer = status === 200 ? { ok: true } : { ok: false, error: text };
      sendText(response, status, text);
    }
  }
  core.world.changed();
}
