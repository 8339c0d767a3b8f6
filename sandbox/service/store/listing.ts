import type { DatabaseSync } from 'node:sqlite';
import type { Post } from '#sandbox/service/model.ts';
import { createPosts, type Posts } from '#sandbox/service/store/posts.ts';

/** The posts, and a listing that shows each change `lagMs` later. */
export function withListing(
  database: DatabaseSync,
  { now, lagMs }: { now(): number; lagMs: number },
): { posts: Posts; listed(): Pick<Posts, 'page' | 'count'> } {
  const posts = createPosts(database);
  if (lagMs === 0) return { posts, listed: () => posts };

  const listed = createPosts(database, 'listed');
  const record = database.prepare('insert into change (at, id, body) values (?, ?, ?)');
  const due = database.prepare('select seq, id, body from change where at <= ? order by seq');
  const forget = database.prepare('delete from change where seq <= ?');
  // a database that was created without a lag
  if (listed.all().length === 0) for (const post of posts.all()) listed.put(post);

  return {
    posts: {
      ...posts,
      put(post) {
        posts.put(post);
        record.run(now(), post.id, JSON.stringify(post));
      },
      remove(id) {
        posts.remove(id);
        record.run(now(), id, null);
      },
      putShown(post, position) {
        posts.putShown(post, position);
        listed.putShown(post, position);
      },
    },
    listed() {
      for (const { seq, id, body } of due.all(now() - lagMs)) {
        if (body === null) listed.remove(String(id));
        else listed.put(JSON.parse(String(body)) as Post);
        forget.run(seq as number);
      }
      return listed;
    },
  };
}
