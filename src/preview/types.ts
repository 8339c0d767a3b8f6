/** What a preview is made from and what comes of it, as its parts hand it to each other. */

/** How a post will look, as a PNG. */
export interface Preview {
  png: Uint8Array;
  /** For those who do not see it. */
  alt: string;
  /** CPU time that drawing it took, beside the worker. */
  cpuMs: number;
  /** A picture of the post could not be had this time, and perhaps the next. */
  tryAgain: boolean;
}

/** `not opened`: such an address never is; `gone`: a file of Slack that is not there anymore, or not for the bot. */
export type NotRead = 'not opened' | 'gone' | 'no answer';

/** `whole` is false where there was more than is read; then it is the beginning. */
export type PictureRead = { bytes: Buffer; whole: boolean } | NotRead;

/** The bytes of what stands at an address of a post of this workspace, as far as it is safe to read. Never rejects. */
export type ReadPicture = (workspace: string, address: string, signal: AbortSignal) => Promise<PictureRead>;
