/** The answer of `GET /live/feed`, for the page *What went live*. */
import type { Provider } from '#sandbox/service/schemas.ts';

export interface LiveFeed {
  /** The service's clock (epoch ms), by which a day is today; to the minute. */
  now: number;
  networks: LiveNetwork[];
}

export interface LiveNetwork {
  /** `none`: posts that were published without a social profile. */
  name: Provider | 'none';
  profiles: LiveProfile[];
  /** Newest first, at most `mostPosts`. A post with several profiles of the network is there once for each. */
  posts: LivePost[];
  /** How many older ones there are. */
  older: number;
}

export interface LiveProfile {
  id: string;
  name: string;
  brand: string;
  /** Address of its picture. */
  picture: string;
}

export interface LivePost {
  id: string;
  /** Id of the profile; of a post without one: absent. */
  profile?: string;
  brand: string;
  caption: string;
  media: string[];
  /** When it was published (epoch ms). */
  at: number;
}
