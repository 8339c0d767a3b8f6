/** A command: one whole conversation, from what a person types or presses to the last answer. */

import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { HelpEntry } from '#views/kit/help-entry.ts';
import type { PageRequest } from '#views/kit/paged.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import type { OfAllWorkspaces, OfWorkspace } from './deps.ts';

/** What commands of all workspaces share. */
export interface SharedDeps extends OfAllWorkspaces {
  commands: readonly Command[];
  /** The dependencies for one workspace. Rejects with a `Refusal` if Presscheck isn't installed there. */
  inWorkspace(workspace: string): Promise<Deps>;
}

export type Deps = SharedDeps & OfWorkspace;

/** A request with `/social <word> …`, and how to answer it. */
export interface Invocation {
  workspace: string;
  channel: string;
  by: string;
  /** The text after the word. */
  text: string;
  /** The trigger to open a modal with, valid for three seconds. */
  trigger: string;
  /** The app's id in Slack, if Slack's delivery has it. */
  app?: string;
  client: App['client'];
  /** Answers privately, at most five times within 30 minutes. */
  answer(message: { text: string; blocks?: KnownBlock[] }): Promise<void>;
  /** Where a list that is the answer can be updated later. */
  answerTo: AnswerTarget;
}

interface AnswerTarget {
  /** The response URL. */
  address: string;
  /** A name for the message that the answer replaces; for a command, for its answer. */
  message: string;
  /** It answers a slash command. Slack can't replace such an answer, so an update is a new message. */
  isAnswer?: boolean | undefined;
}

/** A request for a list: a command, a button in the list, or an update. */
export type ListInvocation = Pick<Invocation, 'workspace' | 'channel' | 'by' | 'answer'> & {
  answerTo?: AnswerTarget;
};

/** An entry in Slack's menus: in the menu of every message, or in the composer's shortcuts. */
interface Shortcut {
  type: 'message' | 'global';
  /** Its `callback_id`, which has to be unique. */
  id: string;
  /** The name that people see; at most 24 characters. */
  name: string;
}

/** Whether a command has this name. Earlier names count, too, since lists in old messages have them. */
export const isCalled = ({ word, aliases = [] }: Pick<Command, 'word' | 'aliases'>, name: string): boolean =>
  word === name || aliases.includes(name);

/** Adds listeners to the Bolt app. */
export type Listener = (app: App, deps: SharedDeps) => void;

export interface Command extends HelpEntry {
  /** Earlier words, which still work. */
  aliases?: readonly string[];
  shortcut?: Shortcut;
  /**
   * Slack gets its acknowledgment only after the request is recorded, or after two seconds, because nothing
   * repairs it if it's lost.
   */
  acksWhenRecorded?: boolean;
  /** Whether the installation has the command; absent: every installation has it. */
  onlyWhere?(deps: Pick<SharedDeps, 'apiKeys' | 'steps'>): boolean;
  /** The command doesn't ask the service, so it also works in a workspace without an API key. */
  keyless?: boolean;
  /** The modal that it opens. `profiles`: the preselected ones. */
  modal?: { id: string; render(context: ModalContext, text: string, profiles: readonly Named[]): ModalView };
  listen?: Listener;
  /** Answers `/social <word> …`, which has been acknowledged unless `acksWhenRecorded` is set. */
  run?(invocation: Invocation, deps: Deps): Promise<void>;
  /** Replaces the list whose buttons were pressed with another page. */
  rerender?(invocation: ListInvocation, deps: Deps, turn: PageRequest): Promise<void>;
}
