import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Post } from '#sandbox/service/model.ts';
import { postTime } from '#sandbox/service/store/database.ts';
import { readBody } from '#sandbox/service/store/records.ts';
import type { Variants } from '#sandbox/service/variants.ts';

type PostPage = { brandId: string; order: Variants['order']; offset: number; limit: number };

export type Posts = {
  get(id: string): Post | undefined;
  put(post: Post): void;
  /** Like `put`, but a lagging listing shows it immediately. `place`: its position in creation order, for a new post. */
  putShown(post: Post, position?: number): void;
  /** The position of the oldest post in creation order. */
  oldestPosition(): number;
  remove(id: string): void;
  page(page: PostPage): Post[];
  count(brandId: string): number;
  all(): Post[];
  /** Scheduled posts whose time has come. */
  due(now: number): Post[];
  nextDue(): number | undefined;
};

const orders: Record<Variants['order'], string> = {
  newest: 'seq desc',
  oldest: 'seq',
  'latest-scheduled': `${postTime} desc, seq desc`,
  'earliest-scheduled': `${postTime}, seq`,
};

export function createPosts(database: DatabaseSync, table: 'post' | 'listed' = 'post'): Posts {
  const get = database.prepare(`select body from ${table} where id = ?`);
  const put = database.prepare(
    `insert into ${table} (seq, id, brand, state, due, body) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do update set
       brand = excluded.brand, state = excluded.state, due = excluded.due, body = excluded.body`,
  );
  const remove = database.prepare(`delete from ${table} where id = ?`);
  const page = (order: Variants['order']) =>
    database.prepare(`select body from ${table} where brand = ? order by ${orders[order]} limit ? offset ?`);
  const pages: Record<Variants['order'], StatementSync> = {
    newest: page('newest'),
    oldest: page('oldest'),
    'latest-scheduled': page('latest-scheduled'),
    'earliest-scheduled': page('earliest-scheduled'),
  };
  const count = database.prepare(`select count(*) as n from ${table} where brand = ?`);
  const all = database.prepare(`select body from ${table} order by seq`);
  const due = database.prepare(
    `select body from ${table} where state = 'scheduled' and due <= ? order by due, seq`,
  );
  const next = database.prepare(`select min(due) as due from ${table} where state = 'scheduled'`);
  const oldest = database.prepare(`select coalesce(min(seq), 1) as seq from ${table}`);
  const write = (post: Post, position?: number): void => {
    put.run(
      position ?? null,
      post.id,
      post.brandId,
      post.state,
      post.scheduledAt ?? null,
      JSON.stringify(post),
    );
  };
  return {
    get(id) {
      const row = get.get(id);
      return row && readBody<Post>(row);
    },
    put: (post) => write(post),
    putShown: write,
    oldestPosition: () => Number(oldest.get()?.seq),
    remove: (id) => void remove.run(id),
    page: ({ brandId, order, offset, limit }) =>
      pages[order].all(brandId, limit, offset).map((row) => readBody<Post>(row)),
    count: (brandId) => Number(count.get(brandId)?.n),
    all: () => all.all().map((row) => readBody<Post>(row)),
    due: (now) => due.all(now).map((row) => readBody<Post>(row)),
    nextDue() {
      const row = next.get();
      return typeof row?.due === 'number' ? row.due : undefined;
    },
  };
}
