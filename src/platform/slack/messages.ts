/** Types for posting messages that don't answer a command or a click. */
import type { KnownBlock } from '@slack/types';

/** Where to post. The channel may be a user. */
export interface Spot {
  channel: string;
  thread?: string | undefined;
  /** A reply that is also sent to the channel. */
  broadcast?: boolean | undefined;
}

/** Where a message is. */
export interface Posted {
  channel: string;
  ts: string;
}

export interface Message {
  text: string;
  blocks?: KnownBlock[];
}

/** Posts what a feature rendered. All throw Slack's error, as a `Retriable`. */
export interface Messages {
  /** Posts with a single call. Returns where the message is; `undefined` if the bot can't post there. */
  post(where: Spot, content: Message): Promise<Posted | undefined>;
  /** False if the message is gone, or can't be changed anymore. */
  replace(message: Posted, content: Message): Promise<boolean>;
}
