import { DatabaseSync } from 'node:sqlite';

/** When a post is scheduled, or was created if it never was: the time that a listing by schedule sorts by. */
export const postTime = "coalesce(due, json_extract(body, '$.createdAt'))";

/** `listed` is what a listing that lags shows; `change` has what it doesn't show yet. */
const postTable = (name: string): string => `
  create table if not exists ${name} (
    seq integer primary key, id text not null unique, brand text not null, state text not null,
    due integer, body text not null);
  create index if not exists ${name}_brand on ${name} (brand, seq);
  create index if not exists ${name}_by_time on ${name} (brand, ${postTime}, seq);
  create index if not exists ${name}_due on ${name} (state, due);`;

const tables = `
  create table if not exists record (
    seq integer primary key, kind text not null, id text not null, brand text, body text not null,
    unique (kind, id));
  create index if not exists record_brand on record (kind, brand, seq);
  ${['post', 'listed'].map(postTable).join('')}
  create table if not exists change (seq integer primary key, at integer not null, id text not null, body text);
  create table if not exists job (
    id text primary key, kind text not null, due integer not null, post text, body text not null);
  create index if not exists job_due on job (due);
  create table if not exists effect (
    seq integer primary key, kind text not null, id text not null, at integer not null);
  create table if not exists counter (name text primary key, value integer not null);
`;

/** Opens the database of the service; `:memory:` keeps nothing, a path keeps everything. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;');
  database.exec(tables);
  return database;
}

/** Runs it as a whole or not at all. */
export function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  if (database.isTransaction) return run();
  database.exec('begin immediate');
  try {
    const result = run();
    database.exec('commit');
    return result;
  } catch (cause) {
    database.exec('rollback');
    throw cause;
  }
}
