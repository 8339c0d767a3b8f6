import type { DatabaseSync } from 'node:sqlite';
import type { Post } from '#sandbox/service/model.ts';
import { readBody } from '#sandbox/service/store/records.ts';

type PostPage = { brandId: string; newestFirst: boolean; offset: number; limit: number };

export type Posts = {
  get(id: string): Post | undefined;
  put(post: Post): void;
  remove(id: string): void;
  page(page: PostPage): Post[];
  count(brandId: string): number;
  all(): Post[];
  /** Scheduled posts whose time has come. */
  due(now: number): Post[];
  nextDue(): number | undefined;
};

export function createPosts(database: DatabaseSync): Posts {
  const get = database.prepare('select body from post where id = ?');
  const put = database.prepare(
    `insert into post (id, brand, state, due, body) values (?, ?, ?, ?, ?)
     on conflict (id) do update set
       brand = excluded.brand, state = excluded.state, due = excluded.due, body = excluded.body`,
  );
  const remove = database.prepare('delete from post where id = ?');
  const newest = database.prepare('select body from post where brand = ? order by seq desc limit ? offset ?');
  const oldest = database.prepare('select body from post where brand = ? order by seq limit ? offset ?');
  const count = database.prepare('select count(*) as n from post where brand = ?');
  const all = database.prepare('select body from post order by seq');
  const due = database.prepare(
    "select body from post where state = 'scheduled' and due <= ? order by due, seq",
  );
  const next = database.prepare("select min(due) as due from post where state = 'scheduled'");
  return {
    get(id) {
      const row = get.get(id);
      return row && readBody<Post>(row);
    },
    put(post) {
      put.run(post.id, post.brandId, post.state, post.scheduledAt ?? null, JSON.stringify(post));
    },
    remove: (id) => void remove.run(id),
    page: ({ brandId, newestFirst, offset, limit }) =>
      (newestFirst ? newest : oldest).all(brandId, limit, offset).map((row) => readBody<Post>(row)),
    count: (brandId) => Number(count.get(brandId)?.n),
    all: () => all.all().map((row) => readBody<Post>(row)),
    due: (now) => due.all(now).map((row) => readBody<Post>(row)),
    nextDue() {
      const row = next.get();
      return typeof row?.due === 'number' ? row.due : undefined;
    },
  };
}
