/** Keeps the templates of each brand. */
import type { Named } from '#src/platform/publishing-api/request.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { changeRecord } from '#src/posts/change-record.ts';
import {
  brandTemplatesSchema,
  type Changed,
  inOrder,
  type Template,
  type TemplateRefused,
  withRemoved,
  withSaved,
} from './templates.ts';

type Entry = Omit<AuditEntry, 'what' | 'brand' | 'note' | 'result'>;

/** Each change writes its audit entry in the same step, and writes nothing if it's refused. */
export type Templates = ReturnType<typeof createTemplateStore>;

/** Reads go to Redis each time. A record that can't be read throws. */
export function createTemplateStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const parse = (json: string) => brandTemplatesSchema.parse(JSON.parse(json));

  /** If two people change different templates of a brand at the same moment, both changes are saved. */
  function change<Refused extends string>(
    workspace: string,
    brand: Named,
    entry: Parameters<Templates['save']>[3],
    changed: (all: Template[]) => Changed<Refused>,
  ): Promise<'done' | Refused> {
    const place = { workspace, records: keys.templates(workspace), field: brand.id };
    return changeRecord<Refused>(redis, keys, place, (stored) => {
      const was = parse(stored);
      const next = changed(was.templates);
      if (typeof next === 'string') return next;
      const { templates, note } = next;
      return {
        json: JSON.stringify({ revision: was.revision + 1, templates }),
        entry: { ...entry, what: 'set', brand, note, result: 'saved' },
      };
    });
  }

  return {
    /** Captions first, and each kind sorted by name. */
    of: async (workspace: string, brand: string): Promise<Template[]> =>
      inOrder(parse((await redis.hget(keys.templates(workspace), brand)) ?? '{}').templates),
    /**
     * `revision`: the one that the person saw, 0 for a new template. Saving the same again changes nothing.
     */
    save: (
      workspace: string,
      brand: Named,
      template: Template,
      entry: Entry,
    ): Promise<'done' | TemplateRefused> =>
      change(workspace, brand, entry, (all) => withSaved(all, template)),
    /** Deleting a template that doesn't exist anymore succeeds. */
    remove: (
      workspace: string,
      brand: Named,
      template: Pick<Template, 'id' | 'revision'>,
      entry: Entry,
    ): Promise<'done' | 'outdated'> => change(workspace, brand, entry, (all) => withRemoved(all, template)),
  };
}
