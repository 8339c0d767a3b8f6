/** Decides which deliveries can have an effect, independently of the bot's code: only those that Slack could have sent for our workspace. */
import { parse } from 'node:querystring';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): boolean => typeof value === 'string' && /^[A-Z0-9]{1,40}$/.test(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Whether this body, if its signature is valid, can change a card or switch a workflow in `workspace`. */
export function mayHaveEffect(body: Buffer, contentType: string, workspace: string): boolean {
  const payload = read(body, contentType);
  if (!isFields(payload)) return false;
  if (Object.hasOwn(payload, 'command')) return isCommand(payload, workspace);
  const { type, user, view, actions } = payload;
  if (!isId(fieldsOf(user).id) || workspaceIn(payload) !== workspace) return false;
  if (type === 'view_submission') return isView(view);
  if (type !== 'block_actions' || !Array.isArray(actions)) return false;
  const action = fieldsOf(actions[0]);
  return typeof action.action_id === 'string' && typeof action.value === 'string' && action.value !== '';
}

function read(body: Buffer, contentType: string): unknown {
  try {
    const text = body.toString();
    if (contentType !== 'application/x-www-form-urlencoded') return JSON.parse(text);
    const form = parse(text);
    return typeof form.payload === 'string' ? JSON.parse(form.payload) : { ...form };
  } catch {
    return undefined;
  }
}

function isCommand(fields: Fields, workspace: string): boolean {
  const { command, text, team_id, user_id, channel_id } = fields;
  const typed = [command, text].every((value) => typeof value === 'string');
  return typed && team_id === workspace && isId(user_id) && isId(channel_id);
}

function workspaceIn({ view, team, team_id, user }: Fields): unknown {
  return fieldsOf(view).app_installed_team_id ?? fieldsOf(team).id ?? team_id ?? fieldsOf(user).team_id;
}

function isView(view: unknown): boolean {
  const { id, callback_id, private_metadata, state } = fieldsOf(view);
  if (!isId(id) || typeof callback_id !== 'string' || typeof private_metadata !== 'string') return false;
  try {
    return isFields(JSON.parse(private_metadata)) && isFields(fieldsOf(state).values);
  } catch {
    return false;
  }
}
