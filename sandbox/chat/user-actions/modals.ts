import type { View } from '@slack/types';
import type { Core } from '../core.ts';
import { elementValue } from '../element-values.ts';
import { placedElements } from '../elements.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../json.ts';
import { checkModal, tooLarge } from '../limits/check.ts';
import { interaction, viewPayload } from '../payloads.ts';
import type { UserActions } from '../protocol.ts';
import type { StoredView } from '../view-stacks.ts';
import { validationErrors } from './client-validation.ts';
import { NotAllowed } from './not-allowed.ts';

export interface Submitted {
  closed: boolean;
  /** Slack's error if the app's response was missing or invalid. */
  connectionError?: string;
}

const connectionError = 'We had some trouble connecting. Try again?';

function openView(core: Core, user: string, id: string): StoredView {
  const stored = core.views.stack(user).find((one) => one.id === id);
  if (!stored) throw new NotAllowed('This form is no longer open.');
  return stored;
}

/** Selects with `response_url_enabled` bring a response URL along (Slack's view_submission reference). */
function responseUrls(core: Core, stored: StoredView): Fields[] {
  return placedElements(stored.view.blocks)
    .filter((one) => one.element.response_url_enabled === true)
    .flatMap(({ blockId, actionId }) => {
      const channel = elementValue(stored.entered[blockId]?.[actionId]);
      if (typeof channel !== 'string') return [];
      const url = core.url + core.responseUrls.issue({ user: stored.user, channel });
      return [{ block_id: blockId, action_id: actionId, channel_id: channel, response_url: url }];
    });
}

function acceptable(core: Core, view: unknown): view is View {
  return isFields(view) && !tooLarge(view) && checkModal(view, core.faults.unreachable).length === 0;
}

/** Applies the app's `response_action`. Returns false if it's invalid. */
function applyResponseAction(core: Core, stored: StoredView, answer: Fields): boolean {
  const { views } = core;
  switch (answer.response_action) {
    case undefined:
      views.close(stored);
      return true;
    case 'clear':
      views.closeAll(stored.user);
      return true;
    case 'errors': {
      const errors = Object.entries(fieldsOf(answer.errors)).map(
        ([block, text]) => [block, String(text)] as const,
      );
      const inputs = placedElements(stored.view.blocks).filter((one) => one.input);
      const known = errors.every(([block]) => inputs.some((one) => one.blockId === block));
      if (errors.length === 0 || !known) return false;
      views.refuse(stored, Object.fromEntries(errors));
      return true;
    }
    case 'update':
      if (!acceptable(core, answer.view)) return false;
      views.update(stored, answer.view);
      return true;
    case 'push':
      return acceptable(core, answer.view) && views.push(stored.user, answer.view) !== undefined;
    default:
      return false;
  }
}

/** Gives the app access to the files submitted with a form. */
function shareFilesWithApp(core: Core, stored: StoredView): void {
  const sent = placedElements(stored.view.blocks)
    .filter(({ type }) => type === 'file_input')
    .flatMap(({ blockId, actionId }) => listOf(elementValue(stored.entered[blockId]?.[actionId])));
  for (const one of sent) {
    const file = core.world.files.get(textOf(fieldsOf(one).id));
    if (file?.owner === stored.user) file.sharedWithApp = true;
  }
}

/** The values of its text fields. */
const enteredTexts = ({ view, entered }: StoredView): string[] =>
  placedElements(view.blocks).flatMap(({ blockId, actionId }) => {
    const value = elementValue(entered[blockId]?.[actionId]);
    return typeof value === 'string' ? [value] : [];
  });

/** Submits a modal. Field errors are stored in the open view. */
export async function submit(core: Core, user: string, request: UserActions['submit']): Promise<Submitted> {
  const stored = openView(core, user, request.viewId);
  core.views.enter(stored, request.state);
  const own = validationErrors(stored);
  core.views.refuse(stored, own);
  if (Object.keys(own).length > 0) return { closed: false };
  shareFilesWithApp(core, stored);
  const payload = {
    ...interaction(core, 'view_submission', user),
    trigger_id: core.triggers.issue(user),
    view: viewPayload(core, stored),
    response_urls: responseUrls(core, stored),
  };
  const reply = await core.delivery.deliver('interactive', payload);
  const readable = reply.answered && (reply.body === undefined || isFields(reply.body));
  const done = readable && applyResponseAction(core, stored, fieldsOf(reply.body));
  const closed = core.views.find(stored.id) === undefined;
  if (done && closed && stored.view.type === 'modal')
    core.guide.formAccepted({ user, title: stored.view.title.text, entered: enteredTexts(stored) });
  return done ? { closed } : { closed, connectionError: core.world.notify(user, connectionError) };
}

async function sendViewClosed(core: Core, stored: StoredView, cleared: boolean): Promise<void> {
  const payload = {
    ...interaction(core, 'view_closed', stored.user),
    view: viewPayload(core, stored),
    is_cleared: cleared,
  };
  await core.delivery.deliver('interactive', payload);
}

/** Closes a modal, or the whole stack with ×. Sends `view_closed` for views with `notify_on_close`. */
export async function close(core: Core, user: string, request: UserActions['close']): Promise<void> {
  const stored = openView(core, user, request.viewId);
  const view = stored.view.type === 'modal' ? stored.view : undefined;
  const cleared = request.all || view?.clear_on_close === true;
  const told = cleared ? (core.views.stack(user)[0] ?? stored) : stored;
  if (cleared) core.views.closeAll(user);
  else core.views.close(stored);
  if (told.view.type === 'modal' && told.view.notify_on_close) await sendViewClosed(core, told, cleared);
}
