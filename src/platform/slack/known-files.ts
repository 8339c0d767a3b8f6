/**
 * What Slack says about files, kept for a minute: otherwise, anyone who knows an address could use up the
 * workspace's calls of `files.info`.
 */
import type { SlackFiles } from './media.ts';

/** How long a deleted file may still look as if it exists. `SECURITY.md` promises this figure. */
const keptMs = 60_000;
const keepAtMost = 1_000;

type Info = ReturnType<SlackFiles['info']>;

export type KnownFiles = ReturnType<typeof createKnownFiles>;

/** Kept in the memory of this process; `now`: epoch ms. */
export function createKnownFiles(now: () => number) {
  const known = new Map<string, { at: number; said: Info; doubted: boolean }>();
  return {
    /**
     * What Slack said within the last minute, or says now. `doubted`: asks Slack now, but at most once a
     * minute. Never throws.
     */
    async info(files: Pick<SlackFiles, 'info'>, workspace: string, id: string, doubted?: 'doubted'): Info {
      const key = `${workspace}/${id}`;
      const kept = known.get(key);
      if (kept && (!doubted || kept.doubted) && now() - kept.at < keptMs) return kept.said;
      const lookup = { at: now(), said: files.info(id), doubted: doubted !== undefined };
      // Moves it to the end, so that the oldest one is first.
      known.delete(key);
      known.set(key, lookup);
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size > keepAtMost) known.delete(oldest);
      const said = await lookup.said;
      if (said === 'no_response' && known.get(key) === lookup) known.delete(key);
      return said;
    },
  };
}
