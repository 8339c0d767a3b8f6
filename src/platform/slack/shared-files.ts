/** Files that the bot shares in Slack. */

export interface OutgoingFile {
  name: string;
  title: string;
  bytes: Uint8Array;
  /** What a picture shows. */
  alt?: string;
}

/** Files that were uploaded to Slack and that nobody can see yet. */
export type HandedFiles = { id: string; title: string }[];

/** Shares files. Throws a `Refusal` if trying again won't help, otherwise `SharingFailed`. */
export interface Uploader {
  /** Nobody sees the files yet, so it's safe to do this again. */
  hand(files: OutgoingFile[]): Promise<HandedFiles>;
  /**
   * In one message, once: `no place` and whatever is thrown mean that nobody saw them, `unknown` that Slack did
   * not say. `thread` is the message whose thread it's in, `says` is its text (mrkdwn).
   */
  share(
    files: HandedFiles,
    where: { channel: string; thread?: string; says?: string },
  ): Promise<'shared' | 'no place' | 'unknown'>;
}

/** Slack didn't take files this time, and may take them the next. */
export class SharingFailed extends Error {
  /** When a next attempt makes sense; `undefined`: Slack did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown, retryAfterMs: number | undefined) {
    super(`Slack did not take the files: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'SharingFailed';
    this.retryAfterMs = retryAfterMs;
  }
}
