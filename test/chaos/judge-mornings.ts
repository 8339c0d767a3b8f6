/** Whether what comes due by itself was said, and said once. */
import { app } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Morning } from './mornings.ts';
import type { Judged } from './promises.ts';
import { isDirect } from './story.ts';

export const reminds = /has waited for a decision since|waits? for your decision/;

export const isReminder = ({ fallback }: ShownMessage): boolean => reminds.test(fallback);

/**
 * Of what was due at `until` (epoch ms of the run). A list that Slack did not take, without saying so, is lost: it is a direct
 * message, and the bot has no right to look for it. A kill at a step loses none: what was not sent is taken back, what was is there.
 */
export function judgeMornings(
  { mornings, until }: { mornings: readonly Morning[]; until: number },
  chat: Chat,
  { breaks }: Pick<Judged, 'breaks'>,
  count: (name: string, by?: number) => void,
): void {
  const all = [...chat.world.channels.keys()].flatMap((id) => chat.messages(id));
  const due = mornings.filter(({ at }) => at <= until);
  for (const { brand, at } of mornings) {
    const said = all.filter(({ fallback }) => fallback.startsWith(`${brand.name} this morning`)).length;
    count('digests said', said);
    if (said > 1) breaks('said', `the digest of ${brand.name} was said ${said} times`);
    if (said === 0 && at <= until) breaks('said', `the digest of ${brand.name} was never said`);
  }
  const told = new Map<string, number>();
  for (const message of all.filter(isReminder)) {
    count('reminders said');
    if (message.buttons.length > 0) breaks('said', `a reminder offers ${message.buttons.join(', ')}`);
    for (const who of toWhom(message, chat))
      for (const what of ofWhat(message, mornings))
        told.set(`${who} ${what}`, (told.get(`${who} ${what}`) ?? 0) + 1);
  }
  for (const [one, times] of told) if (times > 1) breaks('said', `reminded ${times} times: ${one}`);
  let lost = 0;
  for (const { author, cards } of due) {
    const missed = cards.filter(({ id }) => !told.has(`${author} ${id}`));
    if (missed.length === 0) continue;
    // several are listed in a direct message
    if (cards.length > 1) lost += 1;
    else breaks('said', `${author} was never reminded of ${missed.map(({ id }) => id).join(', ')}`);
  }
  count('reminders lost in direct messages, which the bot cannot read', lost);
  if (lost > chat.faults.hit.filter(isListNotTaken).length)
    breaks('said', `${lost} lists of what waits were never said`);
}

/** A direct message with the mark of what is said once. */
function isListNotTaken({ method, args, kind }: Chat['faults']['hit'][number]): boolean {
  const isList = method === 'chat.postMessage' && /^U/.test(String(args.channel)) && Boolean(args.metadata);
  return isList && (kind === 'dropped' || kind === 'server-error');
}

function toWhom(message: ShownMessage, chat: Chat): string[] {
  const { members = [] } = chat.world.channels.get(message.channel) ?? {};
  if (isDirect(chat, message) && message.thread === undefined)
    return members.filter((one) => one !== app.botUser);
  return [...message.fallback.matchAll(/<@(\w+)>/g)].map(([, who]) => who ?? '');
}

/** The cards that it names; those of the requests by its words, which have the time since which they wait. */
function ofWhat(message: ShownMessage, mornings: readonly Morning[]): string[] {
  const rows = message.blocks.flatMap((block) => {
    const { elements = [] } = block as { elements?: { elements?: object[] }[] };
    return block.type === 'rich_text' ? elements.flatMap((list) => list.elements ?? []) : [];
  });
  const cards = mornings.flatMap(({ cards }) => cards);
  if (rows.length > 0)
    return rows.map((row) => {
      const words = JSON.stringify(row);
      return cards.find(({ content }) => words.includes(`"${content.caption}"`))?.id ?? words;
    });
  const { channel, thread, fallback } = message;
  const above = cards.find((card) => card.message?.channel === channel && card.message.ts === thread);
  return [above?.id ?? `${channel} ${thread} ${fallback.replace(/<@\w+>/g, '')}`];
}
