import type { Fields } from './json.ts';
import type { Message } from './protocol.ts';

/** A message before it has a `ts`. */
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
  /** Its previous blocks, oldest first. A user may still have them on screen. */
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
  /** The channels it was shared in. */
  channels: string[];
  /** Whether it was submitted to the app with a form. */
  sharedWithApp: boolean;
}
