/** Keeps the templates of each brand. */
import type { Named } from '#src/platform/publishing-api/request.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import {
  brandTemplatesSchema,
  type Changed,
  inOrder,
  type Template,
  type TemplateRefused,
  withRemoved,
  withSaved,
} from './templates.ts';

const replaceTemplates = script<number, 'templates' | 'outbox', 'brand' | 'revision' | 'json' | 'entry'>(`
local was = redis.call('HGET', KEYS.templates, ARGV.brand)
if (was and cjson.decode(was).revision or 0) ~= tonumber(ARGV.revision) then return 0 end
redis.call('HSET', KEYS.templates, ARGV.brand, ARGV.json)
redis.call('RPUSH', KEYS.outbox, ARGV.entry)
return 1`);

/** How often a change is tried again: only few people change a brand's templates at the same moment. */
const maxAttempts = 20;

type Entry = Omit<AuditEntry, 'what' | 'brand' | 'note' | 'result'>;

/** Each change writes its audit entry in the same step, and writes nothing if it's refused. */
export type Templates = ReturnType<typeof createTemplateStore>;

/** Reads go to Redis each time. A record that can't be read throws. */
export function createTemplateStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const read = async (workspace: string, brand: string) =>
    brandTemplatesSchema.parse(JSON.parse((await redis.hget(keys.templates(workspace), brand)) ?? '{}'));

  /** If two people change different templates of a brand at the same moment, both changes are saved. */
  async function change<Refused extends string>(
    workspace: string,
    brand: Named,
    entry: Parameters<Templates['save']>[3],
    changed: (all: Template[]) => Changed<Refused>,
  ): Promise<'done' | Refused> {
    const places = { templates: keys.templates(workspace), outbox: keys.auditOutbox(workspace) };
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const was = await read(workspace, brand.id);
      const next = changed(was.templates);
      if (typeof next === 'string') return next;
      const { templates, note } = next;
      const written = await replaceTemplates(redis, places, {
        brand: brand.id,
        revision: was.revision,
        json: JSON.stringify({ revision: was.revision + 1, templates }),
        entry: entryText({ ...entry, what: 'set', brand, note, result: 'saved' }),
      });
      if (written === 1) return 'done';
    }
    throw new Error(`the templates of the brand ${brand.id} kept changing while one was being saved`);
  }

  return {
    /** Captions first, and each kind sorted by name. */
    of: async (workspace: string, brand: string): Promise<Template[]> =>
      inOrder((await read(workspace, brand)).templates),
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
