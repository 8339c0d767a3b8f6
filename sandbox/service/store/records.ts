import type { DatabaseSync } from 'node:sqlite';

/** Records of one kind, in insertion order. */
export type Records<T> = {
  get(id: string): T | undefined;
  put(record: T): void;
  list(brandId?: string): T[];
};

/** Parses what this store wrote, so it isn't validated again. */
export function readBody<T>(row: Record<string, unknown>): T {
  return JSON.parse(String(row.body)) as T;
}

export function createRecords<T extends { id: string; brandId?: string }>(
  database: DatabaseSync,
  kind: string,
): Records<T> {
  const get = database.prepare('select body from record where kind = ? and id = ?');
  const put = database.prepare(
    `insert into record (kind, id, brand, body) values (?, ?, ?, ?)
     on conflict (kind, id) do update set brand = excluded.brand, body = excluded.body`,
  );
  const all = database.prepare('select body from record where kind = ? order by seq');
  const ofBrand = database.prepare('select body from record where kind = ? and brand = ? order by seq');
  return {
    get(id) {
      const row = get.get(kind, id);
      return row && readBody<T>(row);
    },
    put(record) {
      put.run(kind, record.id, record.brandId ?? null, JSON.stringify(record));
    },
    list(brandId) {
      const rows = brandId === undefined ? all.all(kind) : ofBrand.all(kind, brandId);
      return rows.map((row) => readBody<T>(row));
    },
  };
}
