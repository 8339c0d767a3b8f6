import type { TestContext } from 'node:test';
import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { type Chat, type ChatOptions, startChat } from '#sandbox/chat/start.ts';

const secrets = { signingSecret: 'the-signing-secret', botToken: 'xoxb-tiny', appToken: 'xapp-tiny' };

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });

const profilesOf: Record<string, string[]> = {
  acme: ['Acme on LinkedIn', 'Acme on X'],
  globex: ['Globex on X'],
};

function postModal(brand?: string): ModalView {
  return {
    type: 'modal',
    callback_id: 'post',
    title: plain('Write a post'),
    submit: plain('Write'),
    private_metadata: brand ?? '',
    blocks: [
      {
        type: 'input',
        block_id: 'prompt',
        label: plain('Prompt'),
        element: { type: 'plain_text_input', action_id: 'prompt', max_length: 100 },
      },
      {
        type: 'input',
        block_id: 'brand',
        label: plain('Brand'),
        dispatch_action: true,
        element: { type: 'external_select', action_id: 'brand', min_query_length: 0 },
      },
      {
        type: 'input',
        block_id: `profiles-${brand ?? 'none'}`,
        label: plain('Social profiles'),
        element: { type: 'multi_external_select', action_id: 'profiles', min_query_length: 0 },
      },
      {
        type: 'input',
        block_id: 'when',
        optional: true,
        label: plain('Schedule for'),
        element: { type: 'datetimepicker', action_id: 'when' },
      },
    ],
  };
}

const card = (text: string) => [
  { type: 'section' as const, block_id: 'text', text: { type: 'mrkdwn' as const, text } },
  {
    type: 'actions' as const,
    block_id: 'decide',
    elements: [
      { type: 'button' as const, action_id: 'approve', text: plain('Approve'), value: 'p1' },
      {
        type: 'button' as const,
        action_id: 'reject',
        text: plain('Reject'),
        confirm: {
          title: plain('Sure?'),
          text: plain('It is gone then'),
          confirm: plain('Yes'),
          deny: plain('No'),
        },
      },
      { type: 'static_select' as const, action_id: 'more', options: [option('Rewrite'), option('Delete')] },
    ],
  },
];

/** What the tests want to look at inside the bot. */
interface Heard {
  values: Record<string, unknown>;
  suggestionState: unknown;
  closed: unknown[];
  events: { type: string; retryNum: number | undefined }[];
  commands: Record<string, string>[];
}

function converse(app: App): Heard {
  const heard: Heard = { values: {}, suggestionState: undefined, closed: [], events: [], commands: [] };
  app.command('/post', async ({ ack, client, command }) => {
    heard.commands.push({ ...command } as unknown as Record<string, string>);
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view: postModal() });
  });
  app.command('/hello', async ({ ack, command }) => ack(`Hello ${command.text}`));
  app.command('/never', async () => {});
  app.command('/respond', async ({ ack, respond, command }) => {
    await ack();
    for (let index = 1; index <= Number(command.text); index += 1) await respond(`answer ${index}`);
  });
  app.options('brand', async ({ ack, options }) => {
    const query = options.value.toLowerCase();
    await ack({ options: ['Acme', 'Globex'].filter((one) => one.toLowerCase().includes(query)).map(option) });
  });
  app.options('profiles', async ({ ack, body }) => {
    const view = body.view as unknown as { state: unknown; private_metadata: string };
    heard.suggestionState = view.state;
    await ack({ options: (profilesOf[view.private_metadata] ?? []).map(option) });
  });
  app.action('brand', async ({ ack, body, action, client }) => {
    if (body.type !== 'block_actions' || !body.view || action.type !== 'external_select') return;
    const view = postModal(action.selected_option?.value);
    await client.views.update({ view_id: body.view.id, hash: body.view.hash, view });
    await ack();
  });
  app.view('post', async ({ ack, view, client, body }) => {
    heard.values = view.state.values;
    const prompt = view.state.values.prompt?.prompt?.value ?? '';
    if (prompt === 'too vague')
      return ack({ response_action: 'errors', errors: { prompt: 'Say more than that' } });
    if (prompt === 'wrong key') return ack({ response_action: 'errors', errors: { nowhere: 'Lost' } });
    await ack();
    const text = `<@${body.user.id}> wants: ${prompt}`;
    await client.chat.postMessage({ channel: 'C0SOCIAL', text, blocks: card(text) });
  });
  app.view({ callback_id: 'post', type: 'view_closed' }, async ({ ack, body }) => {
    heard.closed.push(body);
    await ack();
  });
  app.action('approve', async ({ ack, body, client, respond }) => {
    await ack();
    if (body.type !== 'block_actions' || !body.channel || !body.message) return;
    const blocks = card(`Approved by <@${body.user.id}>`).slice(0, 1);
    await client.chat.update({ channel: body.channel.id, ts: body.message.ts, text: 'Approved', blocks });
    await respond({ text: 'You approved it', replace_original: false });
  });
  app.action('reject', async ({ ack, respond }) => {
    await ack();
    await respond({ delete_original: true });
  });
  app.action('more', async ({ ack, action, respond }) => {
    await ack();
    if (action.type === 'static_select')
      await respond({ text: `Chose ${action.selected_option.value}`, replace_original: false });
  });
  app.shortcut('post-from-message', async ({ ack, shortcut, client }) => {
    await ack();
    await client.views.open({ trigger_id: shortcut.trigger_id, view: postModal() });
  });
  app.event('app_home_opened', async ({ event, client, context }) => {
    heard.events.push({ type: event.type, retryNum: context.retryNum });
    const text = { type: 'mrkdwn' as const, text: `Welcome <@${event.user}>` };
    await client.views.publish({
      user_id: event.user,
      view: { type: 'home', blocks: [{ type: 'section', text }] },
    });
  });
  app.error(async () => {});
  return heard;
}

export interface TinyBot {
  chat: Chat;
  heard: Heard;
  app: App;
}

/** A real Bolt app with its own chat. Both stop when the test ends. */
export async function startTinyBot(
  t: TestContext,
  { socketMode = false, ...options }: Partial<ChatOptions> & { socketMode?: boolean } = {},
): Promise<TinyBot> {
  const chat = await startChat({ ...secrets, ...options });
  const clientOptions = { slackApiUrl: chat.apiUrl, retryConfig: { retries: 0 } };
  const log = { logLevel: LogLevel.ERROR };
  const receiver = socketMode
    ? new SocketModeReceiver({
        appToken: secrets.appToken,
        clientPingTimeout: 2_000,
        installerOptions: { clientOptions },
        ...log,
      })
    : new HTTPReceiver({ signingSecret: secrets.signingSecret, unhandledRequestTimeoutMillis: 500, ...log });
  const app = new App({ token: secrets.botToken, receiver, clientOptions, convoStore: false, ...log });
  const heard = converse(app);
  const server = await app.start({ port: 0, host: '127.0.0.1' });
  const address = 'address' in server ? (server as { address(): unknown }).address() : undefined;
  if (address) chat.deliverTo(`http://127.0.0.1:${(address as { port: number }).port}/slack/events`);
  t.after(async () => {
    await app.stop();
    await chat.close();
  });
  return { chat, heard, app };
}
