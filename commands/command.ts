/** What a command is: one whole conversation, from what a person types or presses to the last of its answers. */
import type { App } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { Logger } from 'pino';
import type { Jobs } from '#src/jobs/job.ts';
import type {
  Audit,
  BrandMemory,
  Choices,
  Desk,
  ExportMessages,
  Holds,
  Panels,
  People,
  Questions,
  RuleStore,
  Teller,
} from '#src/ports.ts';

export interface Deps {
  desk: Desk;
  /** For effects that are not a card's. */
  jobs: Jobs;
  choices: Choices;
  /** What only the service can answer; asked after Slack was told that the command arrived. */
  questions: Questions;
  /** For answers to what has no response address, such as a modal. */
  teller: Teller;
  holds: Holds;
  audit: Audit;
  /** The address of the workspace in Slack, for links to messages. */
  slackUrl: string;
  lastBrand: BrandMemory;
  people: People;
  rules: RuleStore;
  panels: Panels;
  exportMessages: ExportMessages;
  log: Logger;
  /** Epoch ms. */
  now(): number;
  /** Everything that can be asked for, for the help text. */
  commands: readonly Command[];
  /** The slash command of this installation for a name: `/post`, or `/pc-post` with a prefix. */
  slash(name: string): string;
}

/** What was asked with `/social <word> …`, and how to answer the one who asked. */
export interface Asked {
  workspace: string;
  channel: string;
  by: string;
  /** What followed the word. */
  text: string;
  /** Opens a modal; good for three seconds. */
  trigger: string;
  client: App['client'];
  /** Says it to the one who asked; at most five times, within 30 minutes. */
  answer(message: { text: string; blocks?: KnownBlock[] }): Promise<void>;
}

export interface Command {
  /** The slash command that begins it, without the slash; absent: it begins elsewhere. */
  slash?: string;
  /** The word after `/social` that begins it. */
  word?: string;
  /** What may follow the command or the word, as Slack shows it: `[caption]`. */
  hint?: string;
  /** One line for the help text and the app manifest. */
  about: string;
  listen?(app: App, deps: Deps): void;
  /** It changes or shares something, so people of other organisations may not. */
  changes?: boolean;
  /** Answers `/social <word> …`; Slack was told already that it arrived. */
  run?(asked: Asked, deps: Deps): Promise<void>;
}
