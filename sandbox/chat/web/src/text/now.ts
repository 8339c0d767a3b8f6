/** The clock of the page: the server's, which may be ahead of the machine's. */
let aheadMs = 0;

/** Epoch ms. */
export const now = (): number => Date.now() + aheadMs;

export function setAhead(ms: number): void {
  aheadMs = ms;
}
