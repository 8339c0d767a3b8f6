/** The store of pauses, as the features see it. */
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Pause, PausedPost, Resumed } from './pause.ts';

/** The pause that covers a brand: its own, or the one of all brands. */
type PauseOf = (brand: string) => Pause | undefined;

/** Keeps pauses and the posts that they unscheduled. */
export interface Pauses {
  of(workspace: string, brand: string): Promise<Pause | undefined>;
  /** Whether nothing requested at `askedAt` (ISO) may be published: the brand is paused, or was paused since. */
  stops(workspace: string, brand: string, askedAt: string): Promise<boolean>;
  /** Reads all pauses in one round trip, for when the brand isn't known yet. The result answers as `of` does. */
  read(workspace: string): Promise<PauseOf>;
  /** Reads the pause of a scope. */
  get(workspace: string, scope: string): Promise<Pause | undefined>;
  all(workspace: string): Promise<Pause[]>;
  /**
   * Begins a pause, or requests another check by the one that there is, and returns it. `audited` is written in
   * the same step.
   */
  begin(workspace: string, pause: Pause, audited?: AuditEntry): Promise<Pause>;
  /** Returns the changed pause; `undefined` if it ended meanwhile. */
  amend(
    workspace: string,
    pause: Pick<Pause, 'brand' | 'at'>,
    change: Partial<Pause>,
  ): Promise<Pause | undefined>;
  /** Ends a pause. The posts that it unscheduled are remembered for a while. False if it had ended before; then `audited` isn't written. */
  end(workspace: string, pause: Pause, audited: AuditEntry): Promise<boolean>;
  /** The pause of this scope that ended last; `undefined` if none did within a day. */
  resumed(workspace: string, scope: string): Promise<Resumed | undefined>;
  /** Includes posts of earlier pauses of the scope that nobody has decided about. */
  posts(workspace: string, scope: string): Promise<PausedPost[]>;
  /** Those that were decided about since the last pause of this scope began, or since an earlier one that no other followed. */
  decided(workspace: string, scope: string): Promise<PausedPost[]>;
  /** A post as the last pause of this scope noted it; `undefined` if it noted none, or someone decided about it. */
  post(workspace: string, scope: string, id: string): Promise<PausedPost | undefined>;
  /** `audited` is written in the same step. */
  note(workspace: string, scope: string, post: PausedPost, audited?: AuditEntry): Promise<void>;
  /** Like `note`, right before the service is asked to unschedule the post. False if the pause has ended: don't ask. */
  noteSending(workspace: string, pause: Pause, post: PausedPost, audited: AuditEntry): Promise<boolean>;
  /**
   * Replaces a note if it's unchanged since it was read; without `next`, the post counts as decided. `audited` is written in the same
   * step. False if the note has changed, or someone decided about the post.
   */
  replace(
    workspace: string,
    scope: string,
    post: PausedPost,
    next?: PausedPost,
    audited?: AuditEntry,
  ): Promise<boolean>;
}
