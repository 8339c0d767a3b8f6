/** What became of a write, so that people whose change wasn't saved are asked to try again. */
export interface StoreTrouble {
  /** Nothing can be written or queued at the moment. */
  isAway(): boolean;
  /**
   * What became of a command that failed: it wasn't sent, it was refused and nothing was written, or nobody knows. Also checks
   * the causes of the error. `undefined`: the failure isn't from the store.
   */
  failureOf(cause: unknown): 'not sent' | 'refused' | 'unknown' | undefined;
}
