import type { Fields } from './json.ts';
import type { Message } from './protocol.ts';

/** What somebody says, before it has a `ts`. */
export interface Draft {
  channel: string;
  user: string;
  text: string;
  blocks?: Message['blocks'];
  thread?: string | undefined;
  /** A reply that is also sent to the channel. */
  broadcast?: boolean;
  privateTo?: string | undefined;
  files?: Message['files'];
  metadata?: Fields | undefined;
}

export type StoredMessage = Message & {
  metadata?: Fields;
  /** The blocks it had before, oldest first: somebody may still have them on the screen. */
  earlier: Message['blocks'][];
};

export interface StoredFile {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  bytes: Buffer;
  owner: string;
  complete: boolean;
  /** Where it was shared. */
  channels: string[];
  /** It was sent to the app with a form. */
  sharedWithApp: boolean;
}
