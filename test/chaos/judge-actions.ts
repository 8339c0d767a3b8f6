/** Judges whether acknowledged user actions took effect. */
import { app } from '#sandbox/chat/defaults.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card } from '#src/posts/card/card.ts';
import { reminds } from './judge-mornings.ts';
import type { Judged } from './promises.ts';
import type { RequestRecord, UserAction } from './request-lifecycle.ts';

/** A decision that isn't in a card's history must have been refused, with a private message to its user. */
export function judgeActs(
  records: readonly RequestRecord[],
  cards: ReadonlyMap<string, Card>,
  chat: Chat,
  { breaks }: Pick<Judged, 'breaks'>,
  count: (name: string) => void,
): void {
  const answers = privateAnswers(chat);
  // each private message answers one action, the latest first; a message from before the action doesn't count
  const answered = ({ by, at, channel }: UserAction, card: Card): boolean => {
    // the card can be in another channel by now
    const places = [channel, card.message?.channel];
    const i = answers.findIndex(
      (one) => one.to === by && one.at >= at - 1_000 && (places.includes(one.channel) || one.direct),
    );
    return i >= 0 && answers.splice(i, 1).length === 1;
  };
  const all = records.flatMap(({ request, actions }) =>
    actions.map((action) => ({ act: action, acts: actions, request })),
  );
  for (const { act: action, acts: actions, request } of all.sort((a, b) => b.act.at - a.act.at)) {
    const card = cards.get(action.card);
    // a missing card is reported elsewhere
    if (!card) continue;
    const who = `${request.token}: ${action.by} ${action.what} ${card.kind} ${card.id}`;
    const entry = card.history.find(({ what, by }) => what === action.what && by === action.by);
    count(`decisions acknowledged: ${action.what}`);
    if (entry) {
      const missing = notHeld(action, actions, card, entry.note);
      if (missing) breaks('decided', `${who}: ${missing}`);
      continue;
    }
    const onCard = action.what !== 'approved' && card.problem?.step === 'update';
    const history = card.history.map(({ what, by, at }) => `${what} ${by} ${at}`).join(', ');
    if (onCard || answered(action, card)) count('decisions refused with a message');
    else
      breaks(
        'decided',
        `${who} at ${new Date(action.at).toISOString()}, acknowledged but not answered: ${card.state}, ${history}`,
      );
  }
}

/** How a decision in the history differs from the action. `actions`: all actions of the request. */
function notHeld(
  action: UserAction,
  actions: readonly UserAction[],
  card: Card,
  note: string | undefined,
): string | undefined {
  const last = actions.filter((one) => one.card === action.card).every(({ at }) => at <= action.at);
  switch (action.what) {
    case 'rejected':
      if (card.state !== 'rejected') return `it is ${card.state}`;
      return note?.includes(action.words ?? '') ? undefined : `its reason is "${note}"`;
    case 'edited':
      return card.content.caption === action.words ? undefined : `it says "${card.content.caption}"`;
    case 'scheduled': {
      if (!last) return undefined;
      const due = Date.parse(card.content.scheduledAt ?? '');
      return card.state === 'scheduled' && due === action.due?.getTime()
        ? undefined
        : `it is ${card.state}, for ${card.content.scheduledAt}`;
    }
    case 'unscheduled_by_pause':
      return card.state === 'scheduled' || card.state === 'published' ? `it is ${card.state}` : undefined;
    default:
      return undefined;
  }
}

/** Messages that only one user sees: ephemeral ones, and direct messages from the bot. */
function privateAnswers(chat: Chat): { channel: string; direct: boolean; to: string; at: number }[] {
  return [...chat.world.channels.values()].flatMap(({ id: channel, kind, members: processes }) => {
    const direct = kind === 'direct';
    const alone = direct ? processes.find((one) => one !== app.botUser) : undefined;
    // reminders aren't responses to actions
    const answers = chat.world.messages(channel).filter(({ text }) => !reminds.test(text));
    return answers.flatMap(({ privateTo, user, ts }) => {
      const to = privateTo ?? (user === app.botUser ? alone : undefined);
      return to ? [{ channel, direct, to, at: Number(ts) * 1_000 }] : [];
    });
  });
}
