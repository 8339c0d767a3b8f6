/** Judges scheduled messages: none is lost, and only a few are sent twice. */
import { app } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Morning } from './mornings.ts';
import type { Judged } from './promises.ts';
import { type Repeats, repeatsAtMost } from './repeats.ts';
import { isDirect } from './request-lifecycle.ts';

export const reminds = /has been waiting for review since|Reminder to review/;

export const isReminder = ({ fallback }: ShownMessage): boolean => reminds.test(fallback);

/** Whether this is a scheduled message, such as a digest, reminder, or pause report. */
const isScheduled = (text: string): boolean =>
  reminds.test(text) || digest.test(text) || pauseReport.test(text);

const digest = / this morning/;
const pauseReport = /^<@\w+> paused \*.+$/;

export interface Said extends Repeats {
  mornings: readonly Morning[];
  /** Messages due by this time must have been sent (epoch ms of the run). */
  until: number;
}

export function judgeMornings(
  { mornings, until, ...interrupted }: Said,
  chat: Chat,
  { breaks }: Pick<Judged, 'breaks'>,
  count: (name: string, by?: number) => void,
): void {
  const all = [...chat.world.channels.keys()].flatMap((id) => chat.messages(id));
  const due = mornings.filter(({ at }) => at <= until);
  const repeats: string[] = [];
  const repeated = (what: string, times: number): void =>
    void repeats.push(...Array<string>(Math.max(0, times - 1)).fill(what));
  for (const { brand, at } of mornings) {
    const digests = all.filter(({ fallback }) => fallback.startsWith(`${brand.name} this morning`)).length;
    count('digests sent', digests);
    repeated(`the digest of ${brand.name}`, digests);
    if (digests === 0 && at <= until) breaks('sent', `the digest of ${brand.name} was never sent`);
  }
  const records = new Set<string>();
  for (const message of all.filter(isReminder)) {
    count('reminders sent');
    if (message.buttons.length > 0) breaks('sent', `a reminder offers ${message.buttons.join(', ')}`);
    const what = ofWhat(message, mornings);
    const ones = toWhom(message, chat).flatMap((who) => what.map((one) => `${who} ${one}`));
    const again = ones.filter((one) => records.has(one));
    if (again.length > 0) repeats.push(`a reminder: ${again.join(', ')}`);
    for (const one of ones) records.add(one);
  }
  for (const { author, cards } of due) {
    const missed = cards.filter(({ id }) => !records.has(`${author} ${id}`)).map(({ id }) => id);
    if (missed.length > 0) breaks('sent', `${author} was never reminded of ${missed.join(', ')}`);
  }
  const open = all.filter((message) => !message.privateTo && !isDirect(chat, message));
  for (const [pause, { length }] of Map.groupBy(open, pauseOf)) {
    if (pause === undefined) continue;
    count('pause reports', length);
    repeated(`the report of ${pause}`, length);
  }
  // digests, reminders, and pause reports
  const jobs = 3;
  const atMost = repeatsAtMost(interrupted, chat, ({ text }) => isScheduled(String(text)), jobs);
  count('messages repeated', repeats.length);
  count('messages that may be repeated', atMost);
  if (repeats.length > atMost) breaks('sent', `${repeats.length} repeated: ${repeats.join('; ')}`);
}

/** The pause that a report is about. */
const pauseOf = ({ fallback }: ShownMessage): string | undefined => pauseReport.exec(fallback)?.[0];

function toWhom(message: ShownMessage, chat: Chat): string[] {
  const { members: processes = [] } = chat.world.channels.get(message.channel) ?? {};
  if (isDirect(chat, message) && message.thread === undefined)
    return processes.filter((one) => one !== app.botUser);
  return [...message.fallback.matchAll(/<@(\w+)>/g)].map(([, who]) => who ?? '');
}

/** The cards that a message names. Other cards are identified by its text, which includes how long they've waited. */
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
