import type { Effect, Post } from '#sandbox/service/model.ts';
import { needPost } from '#sandbox/service/posts/checks.ts';
import { publishPost } from '#sandbox/service/posts/publishing.ts';
import { type History, insertHistory } from '#sandbox/service/seed/history.ts';
import type { World } from '#sandbox/service/world.ts';

/** What tests use to inspect the service, and to act as users of its web app. The API's rules don't apply. */
export type Control = {
  posts(brandId?: string): Post[];
  post(id: string): Post | undefined;
  /** When the next scheduled post is due (epoch ms). */
  nextScheduled(): number | undefined;
  effects(): Effect[];
  /** How many times this post, or any post, was actually published. */
  publishes(postId?: string): number;
  /** Accepted `POST /post`. */
  creations(): number;
  /** Accepted `POST /post/ai` and `POST /campaigns`: each costs its owner money. */
  generations(): number;
  putPost(post: Partial<Post> & { brandId: string }): Post;
  /** Writes many posts at once. */
  putHistory(history: History): void;
  edit(id: string, change: Partial<Omit<Post, 'id'>>): Post;
  publish(id: string): void;
  remove(id: string): void;
};

/** Calls `done` after each change, because something may now be due. */
export function createControl(world: World, done: () => void): Control {
  const { store } = world;
  const countEffects = (...kinds: Effect['kind'][]) =>
    store.effects().filter(({ kind }) => kinds.includes(kind)).length;

  function change<T>(run: () => T): T {
    const result = store.transaction(run);
    done();
    return result;
  }

  return {
    posts: (brandId) => store.posts.all().filter((post) => brandId === undefined || post.brandId === brandId),
    post: (id) => store.posts.get(id),
    nextScheduled: () => store.posts.nextDue(),
    effects: store.effects,
    publishes: (postId) =>
      store.effects().filter(({ kind, id }) => kind === 'publish' && (postId === undefined || id === postId))
        .length,
    creations: () => countEffects('create'),
    generations: () => countEffects('generate-post', 'generate-campaign'),
    putPost: (given) =>
      change(() => {
        const blank = { state: 'draft' as const, caption: '', mediaUrls: [], socialProfileIds: [] };
        const post: Post = {
          ...blank,
          id: given.id ?? store.newId('post'),
          createdAt: world.now(),
          ...given,
        };
        store.posts.put(post);
        return post;
      }),
    putHistory: (history) => change(() => insertHistory(store, history, world.now())),
    edit: (id, changes) =>
      change(() => {
        const post: Post = { ...needPost(world, id), ...changes, id };
        store.posts.put(post);
        return post;
      }),
    publish: (id) => change(() => publishPost(world, needPost(world, id))),
    remove: (id) =>
      change(() => {
        store.posts.remove(id);
        store.jobs.removeOf(id);
        store.recordEffect({ kind: 'remove', id, at: world.now() });
      }),
  };
}
