/** A freeze: nothing of a brand, or of any brand, is published or scheduled, and what was scheduled is taken off. */
import { z } from 'zod';
import { namedSchema } from './request.ts';

export const freezeSchema = z.object({
  /** Absent: all brands. */
  brand: namedSchema.optional(),
  by: z.string(),
  at: z.iso.datetime(),
  reason: z.string(),
  /** Where it was asked for. */
  channel: z.string(),
  /** The message that says how it goes, once it stands. */
  report: z.object({ channel: z.string(), ts: z.string(), aside: z.boolean() }).optional(),
  /** How often it was asked for: each time the schedule is gone through. */
  rounds: z.int(),
  /** The schedule was gone through so often. */
  ended: z.int(),
});
export type Freeze = z.infer<typeof freezeSchema>;

/** What a freeze is kept under: `all`, or the brand's. */
export const scopeOf = (brand: { id: string } | undefined): string =>
  brand === undefined ? 'all' : `brand.${brand.id}`;

/** True while there may be posts on the schedule that nobody has dealt with. */
export const isAtWork = ({ rounds, ended }: Freeze): boolean => ended < rounds;

/** A post that was on the schedule when it was frozen. */
export const frozenPostSchema = z.object({
  id: z.string(),
  brand: namedSchema,
  /** Its beginning, for people to know it by. */
  caption: z.string(),
  /** When it was to go out (UTC); absent where the service did not say. */
  was: z.iso.datetime().optional(),
  /** `sending`: the request may have had its effect; `faster`: published meanwhile; `stuck`: the service refused. */
  state: z.enum(['waiting', 'sending', 'off', 'faster', 'gone', 'stuck']),
  /** How often the service was asked to take it off. */
  tries: z.int(),
});
export type FrozenPost = z.infer<typeof frozenPostSchema>;

/** How far a freeze is. */
export interface Progress {
  posts: readonly FrozenPost[];
  /** Why it does not go on, as a sentence. */
  trouble?: string;
  /** It no longer stands. */
  thawed?: { by: string; at: string };
}
