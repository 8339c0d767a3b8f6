/**
 * The signatures of recent deliveries: Slack signs each delivery again, so a repeated signature is a replay.
 */

/** A signature can be five minutes ahead of our clock, and is valid until five minutes after its time. */
const goodForMs = 10 * 60_000;
const keepAtMost = 100_000;
/** How many signatures to remember. Nobody without the secret can choose their 64 hex digits. */
const digitsKept = 20;

export type SeenSignatures = ReturnType<typeof createSeenSignatures>;

/** Kept in the memory of this process; `now`: epoch ms. */
export function createSeenSignatures(now: () => number) {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let since = now();
  return {
    /**
     * How long ago (ms) the signature was seen; `undefined`: never. Remembers it for at least ten minutes, or
     * for the next 100,000.
     */
    take(signature: string): number | undefined {
      if (now() - since >= goodForMs || young.size >= keepAtMost) {
        old = young;
        young = new Map();
        since = now();
      }
      const kept = signature.slice(0, digitsKept);
      const first = young.get(kept) ?? old.get(kept);
      if (first !== undefined) return now() - first;
      young.set(kept, now());
      return undefined;
    },
    /** For a delivery that wasn't handled, so that Slack can send it again within the same second. */
    forget(signature: string): void {
      const kept = signature.slice(0, digitsKept);
      young.delete(kept);
      old.delete(kept);
    },
  };
}
