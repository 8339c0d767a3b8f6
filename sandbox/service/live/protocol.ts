/** The response of `GET /live/feed`, for the page *What went live*. */
import type { Provider } from '#sandbox/service/schemas.ts';

export interface LiveFeed {
  /** The service's time (epoch ms, to the minute), which decides what *today* is. */
  now: number;
  networks: LiveNetwork[];
}

export interface LiveNetwork {
  /** `none`: posts that were published without a social profile. */
  name: Provider | 'none';
  profiles: LiveProfile[];
  /** Newest first, at most `mostPosts`. A post with several profiles of the network is there once for each. */
  posts: LivePost[];
  /** How many more posts there are. */
  older: number;
}

export interface LiveProfile {
  id: string;
  name: string;
  brand: string;
  /** The URL of its image. */
  picture: string;
}

export interface LivePost {
  id: string;
  /** The profile's ID; absent for a post without one. */
  profile?: string;
  brand: string;
  caption: string;
  media: string[];
  /** When it was published (epoch ms). */
  at: number;
}
