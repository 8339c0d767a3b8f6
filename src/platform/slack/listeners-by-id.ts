/**
 * Bolt asks each of its listeners whether a delivery is for it, with several promises and copies of the delivery every
 * time. Ours are more than a hundred, and nearly all of them listen for one id, so that one look finds the right one.
 */
import type { App } from '@slack/bolt';

const everyId = /(?:)/;

/** Where a delivery of a kind says its id, and which `type` its body has when it is one that is listened for. */
const kinds = {
  command: { field: 'command', type: undefined, every: everyId },
  view: {
    field: 'callback_id',
    type: 'view_submission',
    every: { callback_id: everyId, type: 'view_submission' },
  },
  action: { field: 'action_id', type: 'block_actions', every: { action_id: everyId, type: 'block_actions' } },
  options: { field: 'action_id', type: 'block_suggestion', every: everyId },
} as const;

type Kind = keyof typeof kinds;
type Listener = (delivered: { payload: Record<string, unknown> }) => Promise<void>;
type Listen = (which: unknown, ...listeners: Listener[]) => void;

/**
 * From now on the first listener for an id is called only for that id. What listens otherwise (for a pattern, for an id
 * that has a listener already, with middleware of its own, for a shortcut or an event) is left to Bolt.
 */
export function findListenersById(app: App): void {
  const methods = app as unknown as Record<Kind, Listen>;
  for (const kind of Object.keys(kinds) as Kind[]) {
    const { field, every } = kinds[kind];
    const listen = methods[kind].bind(app);
    const known = new Map<unknown, Listener>();
    listen(every, async (delivered) => known.get(delivered.payload[field])?.(delivered));
    methods[kind] = (which, ...listeners) => {
      const id = onlyId(kind, which);
      const [listener] = listeners;
      if (id === undefined || !listener || listeners.length > 1 || known.has(id)) listen(which, ...listeners);
      else known.set(id, listener);
    };
  }
}

/** The id that is listened for, unless more than an id is asked for, or another type than the usual. */
function onlyId(kind: Kind, which: unknown): string | undefined {
  if (typeof which === 'string') return which;
  const { field, type } = kinds[kind];
  const { [field]: id, type: asked, ...more } = which as Record<string, unknown>;
  const usual = asked !== undefined && asked === type && Object.keys(more).length === 0;
  return usual && typeof id === 'string' ? id : undefined;
}
