/** Imports files as a person does. */
import assert from 'node:assert/strict';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { writeCsv } from '#src/platform/csv.ts';
import { eventually } from '#test/support/eventually.ts';

interface Team {
  ana: Driver;
  chat: Chat;
}

export const header = ['Brand', 'Caption', 'Media', 'Social profiles', 'Time'];

export const aFile = (rows: string[][], columns = header): Buffer => Buffer.from(writeCsv({ columns, rows }));

/** Ana sends the file in a message. */
export function sends({ ana }: Team, content: Buffer | string): Promise<ShownMessage> {
  const files = [{ name: 'spring.csv', content: Buffer.from(content) }];
  return ana.says('Our posts for spring', { in: 'social', files });
}

/** Ana sends the file in a message, and imports it. */
export async function sendsFile(team: Team, content: Buffer | string): Promise<void> {
  await sends(team, content);
  await importsFile(team);
}

function withFile(chat: Chat): ShownMessage {
  const message = chat.messages('social').findLast(({ files }) => files.length > 0);
  assert.ok(message);
  return message;
}

/** Ana uses the shortcut on the newest message with a file. */
export async function importsFile({ ana, chat }: Team): Promise<void> {
  const message = withFile(chat);
  await ana.opensShortcut('Import posts', /I’m checking spring\.csv/, message);
}

/** The newest review card, once it says this and has the buttons for it. */
export const reviewCard = ({ chat }: Pick<Team, 'chat'>, says: RegExp): Promise<ShownMessage> =>
  eventually(() => {
    const card = chat.messages('social').findLast(({ text }) => /^Import: /.test(text) && says.test(text));
    return card && (!/Ready to create/.test(card.text) || card.buttons.length > 0) ? card : null;
  });
