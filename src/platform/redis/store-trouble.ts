/** How it stands with what is written: whoever is told that nothing was saved asks for it once more. */
export interface StoreTrouble {
  /** Nothing can be written or queued at this moment. */
  isAway(): boolean;
  /**
   * What became of a command that failed: it was not sent, or refused and nothing was written, or nobody knows; looks at the
   * causes behind an error, too. `undefined`: it was not the store that failed.
   */
  failureOf(cause: unknown): 'not sent' | 'refused' | 'unknown' | undefined;
}
