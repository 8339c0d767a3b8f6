/**
 * What a Slack delivery must look like before a listener sees it: every id is an id, and every field that's
 * read exists.
 */
import { z } from 'zod';
import { timestamp } from './chat-message.ts';

/** A delivery that was acknowledged: what it is, in words for people, and how long that took. */
export interface Acknowledged {
  kind: 'command' | 'submission' | 'click' | 'options' | 'shortcut' | 'event' | 'other';
  /** Measured from receiving the delivery to the end of the acknowledgement. */
  ms: number;
}

/**
 * Ids of users, channels, workspaces and views. They become parts of keys, so they must not contain anything
 * else.
 */
const id = z.string().regex(/^[A-Z0-9]{1,40}$/);

const person = z.object({ id, team_id: id.nullish() });
const place = z.object({ id }).nullish();
const interaction = {
  team: z.object({ id }).nullish(),
  user: person,
  response_url: z.string().nullish(),
};
/** A modal has at most 100 blocks; checking the fields of many thousands would take a tenth of a second. */
const fewFields = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && Object.keys(value).length <= 100,
);
const view = z.object({
  id,
  callback_id: z.string(),
  private_metadata: z.string(),
  blocks: z.array(z.object({ type: z.string() })),
  state: z.object({
    values: fewFields.pipe(z.record(z.string(), fewFields.pipe(z.record(z.string(), z.object({}))))),
  }),
  app_installed_team_id: id.nullish(),
});
const element = z.object({
  type: z.string(),
  action_id: z.string(),
  block_id: z.string(),
  value: z.string().optional(),
  selected_option: z.object({ value: z.string() }).nullish(),
});

const schemas = {
  command: z.object({
    command: z.string(),
    text: z.string(),
    team_id: id,
    channel_id: id,
    user_id: id,
    trigger_id: z.string(),
    response_url: z.string().nullish(),
  }),
  view_submission: z.object({ ...interaction, view }),
  view_closed: z.object({ ...interaction, view }),
  block_actions: z.object({
    ...interaction,
    trigger_id: z.string(),
    channel: place,
    view: view.nullish(),
    actions: z.array(element).min(1),
  }),
  block_suggestion: z.object({
    ...interaction,
    action_id: z.string(),
    block_id: z.string(),
    value: z.string(),
    view: view.nullish(),
  }),
  shortcut: z.object({ ...interaction, callback_id: z.string(), trigger_id: z.string() }),
  message_action: z.object({
    ...interaction,
    callback_id: z.string(),
    trigger_id: z.string(),
    channel: z.object({ id }),
    message: z.object({ ts: timestamp, thread_ts: timestamp.nullish() }),
  }),
  event_callback: z.object({
    team_id: id,
    // Bolt uses the first one.
    authorizations: z.array(z.object({ team_id: id.nullish() })).nullish(),
    event: z.object({ type: z.string(), user: id.nullish() }),
  }),
};

type Kind = keyof typeof schemas;

const isKind = (type: unknown): type is Kind => typeof type === 'string' && Object.hasOwn(schemas, type);

const teams = z.object({
  team_id: id.nullish(),
  team: z.object({ id }).nullish(),
  user: person.nullish(),
  view: z.object({ app_installed_team_id: id.nullish() }).nullish(),
});

/** Why the body is ignored; `undefined` if it's what Slack would send. */
export function objectionTo(body: unknown): string | undefined {
  const { command, type } = (body ?? {}) as { command?: unknown; type?: unknown };
  const kind = command === undefined ? type : 'command';
  if (!isKind(kind)) return "it isn't a kind of delivery that Slack sends";
  const wrong = schemas[kind].safeParse(body).error?.issues[0];
  return wrong && `${wrong.path.join('.').slice(0, 100)} of this ${kind} is invalid`;
}

/** The workspace in which the app was installed, if Slack says so, or else the one in which it happened. */
export function teamOf(body: unknown): string | undefined {
  const { team_id, team, user, view } = teams.safeParse(body).data ?? {};
  return view?.app_installed_team_id ?? team?.id ?? team_id ?? user?.team_id ?? undefined;
}
