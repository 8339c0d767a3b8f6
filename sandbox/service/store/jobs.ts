import type { DatabaseSync } from 'node:sqlite';
import type { Job } from '#sandbox/service/model.ts';
import { readBody } from '#sandbox/service/store/records.ts';

/** Background jobs, stored so that they continue after a restart. */
export type Jobs = {
  put(job: Job): void;
  remove(id: string): void;
  removeOf(postId: string): void;
  due(now: number): Job[];
  /** `publish`: ignores generations, while they're held. */
  nextDue(only?: 'publish'): number | undefined;
  count(): number;
};

export function createJobs(database: DatabaseSync): Jobs {
  const put = database.prepare(
    'insert or replace into job (id, kind, due, post, body) values (?, ?, ?, ?, ?)',
  );
  const remove = database.prepare('delete from job where id = ?');
  const removeOf = database.prepare('delete from job where post = ?');
  const due = database.prepare('select body from job where due <= ? order by due, rowid');
  const next = database.prepare('select min(due) as due from job where kind = coalesce(?, kind)');
  const count = database.prepare('select count(*) as n from job');
  return {
    put: (job) =>
      void put.run(job.id, job.kind, job.due, 'postId' in job ? job.postId : null, JSON.stringify(job)),
    remove: (id) => void remove.run(id),
    removeOf: (postId) => void removeOf.run(postId),
    due: (now) => due.all(now).map((row) => readBody<Job>(row)),
    nextDue(only) {
      const row = next.get(only ?? null);
      return typeof row?.due === 'number' ? row.due : undefined;
    },
    count: () => Number(count.get()?.n),
  };
}
