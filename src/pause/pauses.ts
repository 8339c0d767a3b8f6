/** What keeps freezes. */
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Pause, PausedPost, Resumed } from './pause.ts';

/** The freeze of a brand, be it its own or the one of all. */
type PauseOf = (brand: string) => Pause | undefined;

/** Where freezes and what they took off the schedule are kept. */
export interface Pauses {
  of(workspace: string, brand: string): Promise<Pause | undefined>;
  /** Whether nothing may go out that was asked for at `askedAt` (ISO): the brand is frozen, or was since. */
  stops(workspace: string, brand: string, askedAt: string): Promise<boolean>;
  /** One round trip, before it is known which brand is meant; what comes back answers as `of` does. */
  read(workspace: string): Promise<PauseOf>;
  /** By its scope. */
  get(workspace: string, scope: string): Promise<Pause | undefined>;
  all(workspace: string): Promise<Pause[]>;
  /**
   * Answers the freeze that stands now: the one before, with one round more, where there is one. `audited` is written in
   * the same step.
   */
  begin(workspace: string, pause: Pause, audited?: AuditEntry): Promise<Pause>;
  /** Answers it with the change; `undefined`: it was ended meanwhile. */
  amend(
    workspace: string,
    pause: Pick<Pause, 'brand' | 'at'>,
    change: Partial<Pause>,
  ): Promise<Pause | undefined>;
  /** What it took off is remembered for a while longer. False: it was ended before; then `audited` is not written. */
  end(workspace: string, pause: Pause, audited: AuditEntry): Promise<boolean>;
  /** The one of this scope that ended last; `undefined`: none did within a day. */
  thawed(workspace: string, scope: string): Promise<Resumed | undefined>;
  /** Also those that earlier freezes of the same took off, and nobody has decided about. */
  posts(workspace: string, scope: string): Promise<PausedPost[]>;
  /** Those that were decided about since the last freeze of this scope began, or an earlier one that nothing followed. */
  decided(workspace: string, scope: string): Promise<PausedPost[]>;
  /** As the last freeze of this scope noted it; `undefined`: it noted none, or it was decided about. */
  post(workspace: string, scope: string, id: string): Promise<PausedPost | undefined>;
  /** `audited` is written in the same step. */
  note(workspace: string, scope: string, post: PausedPost, audited?: AuditEntry): Promise<void>;
  /** The same right before the service is asked to take it off; false: the freeze was ended, so don't ask. */
  noteSending(workspace: string, pause: Pause, post: PausedPost, audited: AuditEntry): Promise<boolean>;
  /**
   * Only while it is as it was read: it counts as decided where there is no `next`. `audited` is written in the same step. False: it
   * is another by now, or was decided about.
   */
  replace(
    workspace: string,
    scope: string,
    post: PausedPost,
    next?: PausedPost,
    audited?: AuditEntry,
  ): Promise<boolean>;
}
