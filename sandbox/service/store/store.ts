import { createHash } from 'node:crypto';
import type {
  Brand,
  Campaign,
  Effect,
  HashtagLibrary,
  Picture,
  SocialProfile,
  StudioDesign,
  User,
  Workflow,
} from '#sandbox/service/model.ts';
import { inTransaction, openDatabase } from '#sandbox/service/store/database.ts';
import { createJobs, type Jobs } from '#sandbox/service/store/jobs.ts';
import { withListing } from '#sandbox/service/store/listing.ts';
import type { Posts } from '#sandbox/service/store/posts.ts';
import { createRecords, type Records } from '#sandbox/service/store/records.ts';

/** The service's store. */
export type Store = {
  users: Records<User>;
  brands: Records<Brand>;
  profiles: Records<SocialProfile>;
  libraries: Records<HashtagLibrary>;
  designs: Records<StudioDesign>;
  workflows: Records<Workflow>;
  campaigns: Records<Campaign>;
  pictures: Records<Picture>;
  posts: Posts;
  /** What `GET /post` shows at this moment. */
  listed(): Pick<Posts, 'page' | 'count'>;
  jobs: Jobs;
  /** Opaque but deterministic: the nth ID with a prefix is the same in every run. */
  newId(prefix: string): string;
  recordEffect(operation: Effect): void;
  effects(): Effect[];
  isEmpty(): boolean;
  transaction<T>(run: () => T): T;
  close(): void;
};

export function openStore(path: string, listing: { now(): number; lagMs: number }): Store {
  const database = openDatabase(path);
  const { posts, listed } = withListing(database, listing);
  const count = database.prepare(
    `insert into counter (name, value) values (?, 1)
     on conflict (name) do update set value = value + 1 returning value`,
  );
  const record = database.prepare('insert into effect (kind, id, at) values (?, ?, ?)');
  const operations = database.prepare('select kind, id, at from effect order by seq');
  const brands = createRecords<Brand>(database, 'brand');
  return {
    users: createRecords<User>(database, 'user'),
    brands,
    profiles: createRecords<SocialProfile>(database, 'profile'),
    libraries: createRecords<HashtagLibrary>(database, 'library'),
    designs: createRecords<StudioDesign>(database, 'design'),
    workflows: createRecords<Workflow>(database, 'workflow'),
    campaigns: createRecords<Campaign>(database, 'campaign'),
    pictures: createRecords<Picture>(database, 'picture'),
    posts,
    listed,
    jobs: createJobs(database),
    newId(prefix) {
      const number = Number(count.get(prefix)?.value);
      return `${prefix}_${createHash('sha256').update(`${prefix} ${number}`).digest('hex').slice(0, 16)}`;
    },
    recordEffect: ({ kind, id, at }) => void record.run(kind, id, at),
    effects: () =>
      operations.all().map((row) => ({
        kind: String(row.kind) as Effect['kind'],
        id: String(row.id),
        at: Number(row.at),
      })),
    isEmpty: () => brands.list().length === 0,
    transaction: (run) => inTransaction(database, run),
    close: () => database.close(),
  };
}
