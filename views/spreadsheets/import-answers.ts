/** What *Import posts* answers, and what's wrong with a file. */

import type { ModalView } from '@slack/types';
import { type FileProblem, type Import, rowsAtMost, type WrongFile } from '#src/spreadsheets/import.ts';
import { modal, section } from '#views/kit/blocks.ts';
import { listed, plural } from '#views/kit/language.ts';
import { clipped, person } from '#views/kit/text.ts';

/** Slack doesn't say which of these it is. */
export const fileUnseen =
  'I can’t see this file: I’m not in this conversation, or the file was deleted. Type `/invite @Presscheck` in the channel and use *Import posts* again, or upload the file to a channel I’m in.';

const fileProblems: Record<FileProblem, string> = {
  gone: fileUnseen,
  'no right':
    'I don’t have permission to read files. Ask your Presscheck admin to reinstall the app with the `files:read` scope.',
  'too large': 'The file is larger than 1 MB. Split it into smaller ones.',
  'not utf-8': 'The file isn’t in UTF-8. Save it as “CSV UTF-8” and send it again.',
  'not csv': 'The file isn’t valid CSV: a quotation mark is never closed, or is in the wrong place.',
  empty: 'The file has no rows.',
  'too many rows': `A file can have up to ${rowsAtMost} rows. Split it into smaller ones.`,
  outside: 'The file isn’t stored in Slack. Upload it to Slack, then import it from that message.',
  lost: 'This import has expired. Import the file again: rows that were already imported are left out.',
  'no answer': 'I couldn’t read the file or the brands’ details. Try again in a few minutes.',
};

export function wrongFile(wrong: WrongFile): string {
  if (!('columns' in wrong)) return fileProblems[wrong.what];
  const names = listed(wrong.columns.map((name) => `*${name}*`));
  const noun = plural(wrong.columns.length, { one: 'column', other: 'columns' });
  return wrong.what === 'no column'
    ? `The file needs the ${noun} ${names} in its first row.`
    : `The file has the ${noun} ${names} more than once.`;
}

/** The modal that the shortcut opens. */
export const importNotice = (text: string): ModalView => modal({ title: importTitle }, [section(text)]);

export const importTitle = 'Import posts';

/** `slash`: the slash command of this installation for a name. */
export const noCsv = (slash: (name: string) => string): string =>
  `There’s no CSV file in this message. Use *${importTitle}* on a message with a CSV file that has one row per post and these columns: Brand, Caption, Media, Social profiles, and Time. \`${slash('social')} export\` sends you a file like that.`;
/** For a file that only the program that wrote it can read. */
export const notCsv = (file: string | null | undefined): string =>
  `${clipped(file ?? 'This', 100)} isn’t a CSV file. In Excel, choose *File*, *Save As*, and *CSV UTF-8*. In Google Sheets, choose *File*, *Download*, and *Comma Separated Values*. Send that file, then use *${importTitle}* on the new message.`;
export const severalCsv = 'There are several CSV files in this message. Send each one in its own message.';
export const importStarted = (file: string): string =>
  `I’m checking ${clipped(file, 100)}. In a moment, I’ll post a review card in the message’s thread, or in a direct message if I can’t post there. Nothing is created until someone confirms the import.`;
export const importChanged =
  'Nothing was created. Publishing was paused or resumed, or an approval rule changed, so some posts would turn out differently from what this card said. Check the updated card, then press the button again.';
export const importExpired = 'This import has expired. Import the file again.';
export function importDecided({ stage, decidedBy, stoppedBy }: Import): string {
  if (stage === 'done' && !stoppedBy) return 'This import has already finished.';
  const by = stoppedBy ?? decidedBy;
  const done = stoppedBy ? 'stopped' : stage === 'cancelled' ? 'canceled' : 'confirmed';
  return `${by ? person(by) : 'Someone'} already ${done} this import.`;
}
