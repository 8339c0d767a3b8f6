/** Signed Slack deliveries: the `/post` command, and the submission of its modal. */

import { signature } from '#sandbox/chat/signing.ts';
import { block } from '#views/kit/fields.ts';
import { postModal } from '#views/posts/post-modal.ts';

export const signingSecret = 'a-signing-secret';
export const origin = { workspace: 'T0PRESS', author: 'U0ANA', channel: 'C0SOCIAL' };
/** The brand of the sandbox's smallest account. */
const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const profile = { id: 'profile-1', name: 'Instagram · northwind.coffee' };

/** A placeholder for what differs in each delivery. */
const ownId = 'OWN-ID';

const text = 'Open until ten tonight, with the new autumn menu on every table and live music from eight.';
const person = { id: origin.author, name: 'ana', username: 'ana', team_id: origin.workspace };

export type Delivery = 'command' | 'submission';

/** Returns a generator of unique bodies, whose view or trigger IDs start with `name`. */
export function bodiesOf(delivery: Delivery, name: string): () => string {
  const fields = delivery === 'command' ? command : { payload: JSON.stringify(submission) };
  const [before = '', after = ''] = new URLSearchParams(fields).toString().split(ownId);
  let made = 0;
  return () => `${before}${name}${made++}${after}`;
}

const form = 'application/x-www-form-urlencoded';

/** A delivery's headers, with Slack's signature for the current time. */
export function headersOf(body: string, type = form): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'content-type': type,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': signature(signingSecret, timestamp, body),
  };
}

/** A `/social` command with this response URL. `n` makes it unique. */
export function socialCommand(words: string, responseUrl: string, n: number): { body: string; type: string } {
  const own = { command: '/social', text: words, response_url: responseUrl, trigger_id: `1.2.${n}` };
  return { body: new URLSearchParams({ ...command, ...own }).toString(), type: form };
}

/** Opens the app's Home tab for a user. */
export function homeOpened(n: number): { body: string; type: string } {
  const body = JSON.stringify({
    token: 'a-token',
    team_id: origin.workspace,
    api_app_id: 'A0PRESS',
    type: 'event_callback',
    event_id: `Ev${n}`,
    event_time: Math.floor(Date.now() / 1_000),
    authorizations: [{ team_id: origin.workspace, user_id: 'U0PRESS', is_bot: true }],
    event: {
      type: 'app_home_opened',
      user: origin.author,
      channel: 'D0ANA',
      tab: 'home',
      event_ts: `1780000000.${n}`,
    },
  });
  return { body, type: 'application/json' };
}

const command = {
  token: 'a-token',
  team_id: origin.workspace,
  team_domain: 'northwind',
  channel_id: origin.channel,
  channel_name: 'social',
  user_id: person.id,
  user_name: person.name,
  command: '/post',
  text,
  api_app_id: 'A0PRESS',
  is_enterprise_install: 'false',
  response_url: 'http://127.0.0.1:9/response',
  trigger_id: `1.2.${ownId}`,
};

const submission = {
  type: 'view_submission',
  team: { id: origin.workspace, domain: 'northwind' },
  user: person,
  api_app_id: 'A0PRESS',
  token: 'a-token',
  trigger_id: '1.2.abc',
  view: {
    ...postModal.render({ channel: origin.channel, brand }, text),
    id: ownId,
    team_id: origin.workspace,
    hash: '1',
    root_view_id: 'VIEW',
    previous_view_id: null,
    app_id: 'A0PRESS',
    bot_id: 'B0PRESS',
    state: {
      values: {
        [block.brand]: { brand: { type: 'external_select', selected_option: optionOf(brand) } },
        [block.caption]: { text: { type: 'plain_text_input', value: text } },
        [block.media]: { text: { type: 'plain_text_input', value: null } },
        [block.profiles(brand)]: {
          profiles: { type: 'multi_external_select', selected_options: [optionOf(profile)] },
        },
        [block.time]: { time: { type: 'datetimepicker', selected_date_time: null } },
      },
    },
  },
  response_urls: [],
  is_enterprise_install: false,
  enterprise: null,
};

function optionOf({ id, name }: { id: string; name: string }) {
  return { text: { type: 'plain_text', text: name, emoji: true }, value: id };
}
