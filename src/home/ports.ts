/** What the parts of the bot offer to each other for home tabs, and for times that are written out, as types only; part of `ports.ts`. */
import type { HomeView } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import type { Home } from './home.ts';

/** The home tabs of the people of all workspaces. */
export interface Homes {
  /**
   * The person looks at it: it is drawn at once, and for an hour with every change. `turned`: from now on with this page of
   * a section (counted from 0). Resolves when that is durable.
   */
  open(workspace: string, user: string, turned?: { section: string; page: number }): Promise<void>;
  /** What home tabs show has changed: those that people look at are drawn in a moment, once for many changes. Never throws. */
  soon(workspace: string): void;
}

/** What a home tab shows beside its cards. */
interface HomeSurroundings {
  /** By section, counted from 0; absent: the first. */
  pages: Record<string, number>;
  /** How many cards stand in no section because they are too many. */
  leftOut: number;
  /** Of another organisation: they make no posts, unless a rule names them. */
  outsider: boolean;
  pauses: readonly Paused[];
  /** Of the workspace in Slack, for links to messages; empty: there are none. */
  slackUrl: string;
  /** The moment of drawing (epoch ms), and the zone that buttons state times of a brand's posts in. */
  clockOf(brand: string): { now: number; zone: string };
  /** Whether a brand has posting times. */
  hasSlots(brand: string): boolean;
  /** Files of a post that are no attachments; only some rules care. */
  notAttachedOf(card: Card): NotAttached | undefined;
}

/** The home tab as Slack shows it to one person. */
export interface HomeTab {
  render(user: string, home: Home, context: HomeSurroundings): HomeView;
  /** Throws what Slack said when it failed. */
  publish(user: string, view: HomeView): Promise<void>;
}

/** What plain text states times in, such as on buttons, where Slack formats no dates. */
export interface Zones {
  /** For a brand's posts: the zone of the brand, else that of this person, else UTC. An IANA zone or an offset. */
  zoneFor(brand: string, person: string): Promise<string>;
}
