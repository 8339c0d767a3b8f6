import { DatabaseSync } from 'node:sqlite';

const tables = `
  create table if not exists record (
    seq integer primary key, kind text not null, id text not null, brand text, body text not null,
    unique (kind, id));
  create index if not exists record_brand on record (kind, brand, seq);
  create table if not exists post (
    seq integer primary key, id text not null unique, brand text not null, state text not null,
    due integer, body text not null);
  create index if not exists post_brand on post (brand, seq);
  create index if not exists post_due on post (state, due);
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
