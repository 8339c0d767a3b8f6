/** What the parts of the bot offer each other for Home tabs, as types only; part of `ports.ts`. */
import type { HomeView } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Home } from './home.ts';

/** The Home tabs of the people of all workspaces. */
export interface Homes {
  /**
   * The person has opened it: it's rendered at once, and for an hour with every change. `turned`: from now on with this page of
   * a section (counted from 0). Resolves when that is durable.
   */
  open(workspace: string, user: string, turned?: { section: string; page: number }): Promise<void>;
  /** What Home tabs show has changed: the open ones are updated in a moment, once for many changes. Never throws. */
  soon(workspace: string): void;
}

/** What a Home tab shows besides its cards. */
interface HomeSurroundings {
  /** By section, counted from 0; absent: the first. */
  pages: Record<string, number>;
  /** How many cards are left out because there are too many. */
  leftOut: number;
  /** An external user: they create no posts, unless a rule names them. */
  outsider: boolean;
  /** Whether they can request posts of any brand. */
  creates: boolean;
  pauses: readonly Paused[];
  /** The workspace's address in Slack, for links to messages; empty: no links. */
  slackUrl: string;
  /** When it's rendered (epoch ms), and the time zone for the times of a brand's posts on buttons. */
  clockOf(brand: string): { now: number; zone: string };
  /** Whether a brand has posting times. */
  hasSlots(brand: string): boolean;
  /** A post's files that aren't attached; only some rules care. */
  notAttachedOf(card: Card): NotAttached | undefined;
}

/** A person's Home tab in Slack. */
export interface HomeTab {
  render(user: string, home: Home, context: HomeSurroundings): HomeView;
  /** Throws Slack's error. */
  publish(user: string, view: HomeView): Promise<void>;
}
