import type { View } from '@slack/types';
import type { Core } from '../core.ts';
import { heldValue } from '../element-values.ts';
import { placedElements } from '../elements.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../json.ts';
import { checkModal, tooLarge } from '../limits/check.ts';
import { interaction, viewPayload } from '../payloads.ts';
import type { Acts } from '../protocol.ts';
import type { Held } from '../view-stacks.ts';
import { CannotAct } from './cannot-act.ts';
import { complaints } from './complaints.ts';

export interface Submitted {
  closed: boolean;
  /** Slack's words when the app's answer was missing or made no sense. */
  trouble?: string;
}

const trouble = 'We had some trouble connecting. Try again?';

function openView(core: Core, person: string, id: string): Held {
  const held = core.views.stack(person).find((one) => one.id === id);
  if (!held) throw new CannotAct('This form is no longer open.');
  return held;
}

/** Selects with `response_url_enabled` bring a response URL along (Slack's view_submission reference). */
function responseUrls(core: Core, held: Held): Fields[] {
  return placedElements(held.view.blocks)
    .filter((one) => one.element.response_url_enabled === true)
    .flatMap(({ blockId, actionId }) => {
      const channel = heldValue(held.entered[blockId]?.[actionId]);
      if (typeof channel !== 'string') return [];
      const url = core.url + core.responseUrls.give({ person: held.person, channel });
      return [{ block_id: blockId, action_id: actionId, channel_id: channel, response_url: url }];
    });
}

function acceptable(core: Core, view: unknown): view is View {
  return isFields(view) && !tooLarge(view) && checkModal(view, core.faults.unreachable).length === 0;
}

/** Does what the app answered to a submission; false when that made no sense. */
function obey(core: Core, held: Held, answer: Fields): boolean {
  const { views } = core;
  switch (answer.response_action) {
    case undefined:
      views.close(held);
      return true;
    case 'clear':
      views.closeAll(held.person);
      return true;
    case 'errors': {
      const errors = Object.entries(fieldsOf(answer.errors)).map(
        ([block, text]) => [block, String(text)] as const,
      );
      const inputs = placedElements(held.view.blocks).filter((one) => one.input);
      const known = errors.every(([block]) => inputs.some((one) => one.blockId === block));
      if (errors.length === 0 || !known) return false;
      views.refuse(held, Object.fromEntries(errors));
      return true;
    }
    case 'update':
      if (!acceptable(core, answer.view)) return false;
      views.update(held, answer.view);
      return true;
    case 'push':
      return acceptable(core, answer.view) && views.push(held.person, answer.view) !== undefined;
    default:
      return false;
  }
}

/** What a person sends with a form, the app may read from then on. */
function handFiles(core: Core, held: Held): void {
  const sent = placedElements(held.view.blocks)
    .filter(({ type }) => type === 'file_input')
    .flatMap(({ blockId, actionId }) => listOf(heldValue(held.entered[blockId]?.[actionId])));
  for (const one of sent) {
    const file = core.world.files.get(textOf(fieldsOf(one).id));
    if (file?.owner === held.person) file.handed = true;
  }
}

/** What its text fields hold. */
const textsIn = ({ view, entered }: Held): string[] =>
  placedElements(view.blocks).flatMap(({ blockId, actionId }) => {
    const value = heldValue(entered[blockId]?.[actionId]);
    return typeof value === 'string' ? [value] : [];
  });

/** A person submits a modal; errors at fields are then in the open view. */
export async function submit(core: Core, person: string, act: Acts['submit']): Promise<Submitted> {
  const held = openView(core, person, act.viewId);
  core.views.enter(held, act.state);
  const own = complaints(held);
  core.views.refuse(held, own);
  if (Object.keys(own).length > 0) return { closed: false };
  handFiles(core, held);
  const payload = {
    ...interaction(core, 'view_submission', person),
    trigger_id: core.triggers.give(person),
    view: viewPayload(core, held),
    response_urls: responseUrls(core, held),
  };
  const reply = await core.courier.deliver('interactive', payload);
  const readable = reply.answered && (reply.body === undefined || isFields(reply.body));
  const done = readable && obey(core, held, fieldsOf(reply.body));
  const closed = core.views.find(held.id) === undefined;
  if (done && closed && held.view.type === 'modal')
    core.guide.accepted({ person, title: held.view.title.text, entered: textsIn(held) });
  return done ? { closed } : { closed, trouble: core.world.notify(person, trouble) };
}

async function tellClosed(core: Core, held: Held, cleared: boolean): Promise<void> {
  const payload = {
    ...interaction(core, 'view_closed', held.person),
    view: viewPayload(core, held),
    is_cleared: cleared,
  };
  await core.courier.deliver('interactive', payload);
}

/** A person closes a modal, or all of them with ×; the app hears of it when it asked to (`notify_on_close`). */
export async function close(core: Core, person: string, act: Acts['close']): Promise<void> {
  const held = openView(core, person, act.viewId);
  const view = held.view.type === 'modal' ? held.view : undefined;
  const cleared = act.all || view?.clear_on_close === true;
  const told = cleared ? (core.views.stack(person)[0] ?? held) : held;
  if (cleared) core.views.closeAll(person);
  else core.views.close(held);
  if (told.view.type === 'modal' && told.view.notify_on_close) await tellClosed(core, told, cleared);
}
