import type { Columns } from './columns.ts';
import type { Period } from './period.ts';
import type { ExportedPost, PostsInExport } from './results.ts';
import type { Summary } from './summary.ts';

/** An analytics export under way, as its message shows it. */
export interface ExportState {
  /** The brand's name. */
  brand: string;
  /** The Slack user who requested it. */
  by: string;
  /** The channel in which it was requested. */
  channel: string;
  /** The requested days; absent: all. */
  period?: Period | undefined;
  stage: ExportStage;
}

export type ExportStage =
  | { is: 'reading' }
  /** The service hasn't answered, and is asked again. */
  | { is: 'waiting' }
  | { is: 'here'; numbers: Numbers; file: SharedFile; slackUrl: string }
  /** The service has no data, not even column names. */
  | { is: 'empty' }
  | { is: 'failed'; reason: string };

/** What a message shows of an export. */
interface Numbers {
  /** The number of rows in the file, not only of those that are shown. */
  rows: number;
  summary: Summary;
  /** The names of the first columns, and the first rows, for an export whose rows can't be summarized. */
  sample: string[][];
}

/** Where the table is as a file. */
export type SharedFile =
  /** The file is right below the message. */
  | 'below'
  /** The bot can't share files in the channel, so the person got it in a direct message. */
  | 'aside'
  /** The file was sent to Slack, which didn't say whether it shared it. */
  | 'unknown'
  | { failed: string };

/** A brand's analytics, ready to show and share. */
export interface Report {
  csv: string;
  numbers: Numbers;
}

/** What a report is based on, besides the export. */
export interface ReportOptions {
  /** `undefined` for all rows, also if they have no dates. */
  period: Period | undefined;
  posts(columns: Columns): Promise<PostsInExport | undefined>;
  /** The address of a post's card; empty if it has none. */
  linkOf(post: ExportedPost): string;
}

export interface ExportMessage {
  channel: string;
  ts: string;
  /** The message is direct, because the bot can't post where the export was requested. */
  aside: boolean;
}
