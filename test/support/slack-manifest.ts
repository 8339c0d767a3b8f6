/**
 * What Slack takes as an app manifest, as far as ours goes: written from Slack's reference of the app manifest. Strict,
 * so that a field that Slack does not know is a mistake. The names of scopes and events are checked by the types of `@slack/web-api`.
 */
import { z } from 'zod';

const text = (max: number) => z.string().min(1).max(max);
const address = z.url({ protocol: /^https$/ });

const parameters = z.strictObject({
  properties: z.record(
    z.string().regex(/^[a-z_]{1,50}$/),
    z.strictObject({
      type: z.enum([
        'string',
        'integer',
        'slack#/types/user_id',
        'slack#/types/channel_id',
        'slack#/types/timestamp',
      ]),
      title: text(50),
      description: text(250),
    }),
  ),
  required: z.array(z.string()),
});

const step = z.strictObject({
  title: text(50),
  description: text(250),
  input_parameters: parameters,
  output_parameters: parameters,
});

const limits = z.strictObject({
  display_information: z.strictObject({
    name: text(35),
    description: text(140).optional(),
    background_color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional(),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.strictObject({ display_name: text(80), always_online: z.boolean() }),
    slash_commands: z
      .array(
        z.strictObject({
          command: text(32).startsWith('/'),
          description: text(2_000),
          usage_hint: text(1_000).optional(),
          should_escape: z.boolean(),
          url: address.optional(),
        }),
      )
      .min(1)
      .max(50),
    shortcuts: z
      .array(
        z.strictObject({
          name: text(24),
          type: z.enum(['global', 'message']),
          callback_id: text(255),
          description: text(150),
        }),
      )
      .min(1)
      .max(10),
    // domains only: no scheme, port or path
    unfurl_domains: z
      .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))
      .min(1)
      .max(5)
      .optional(),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.array(address).optional(),
    scopes: z.strictObject({
      bot: z.array(z.string()).min(1).max(255),
      bot_optional: z.array(z.string()).max(255).optional(),
    }),
  }),
  functions: z.record(z.string().regex(/^[a-z_]{1,100}$/), step).optional(),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: address.optional(),
      bot_events: z.array(z.string()).min(1).max(100),
    }),
    interactivity: z.strictObject({
      is_enabled: z.boolean(),
      request_url: address.optional(),
      message_menu_options_url: address.optional(),
    }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.boolean(),
    function_runtime: z.literal('remote').optional(),
  }),
});

/** The scope without which Slack refuses an event; those that need none are `undefined`. */
const neededFor: Record<string, string | undefined> = {
  app_home_opened: undefined,
  app_uninstalled: undefined,
  tokens_revoked: undefined,
  function_executed: undefined,
  link_shared: 'links:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  reaction_added: 'reactions:read',
};

/** Slack's rules that are about more than one field, too. */
export const slackManifest = limits.superRefine(
  ({ features, oauth_config, settings, functions }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { bot, bot_optional = [] } = oauth_config.scopes;
    // Slack asks for the scopes of `bot`; those that are also in the other list can be declined
    for (const scope of bot_optional)
      if (!bot.includes(scope)) wrong('bot_optional', `has ${scope}, which nobody asks for`);
    if (functions && !settings.org_deploy_enabled) wrong('org_deploy_enabled', 'is what steps need');
    for (const event of settings.event_subscriptions.bot_events) {
      const scope = neededFor[event];
      if (!(event in neededFor)) wrong(event, 'is an event whose scope is not known here');
      if (scope && !bot.includes(scope)) wrong(event, `needs the scope ${scope}`);
    }
    for (const scope of ['commands', 'chat:write'])
      if (!bot.includes(scope)) wrong('scopes', `lack ${scope}`);
    const urls = [
      settings.event_subscriptions.request_url,
      settings.interactivity.request_url,
      ...features.slash_commands.map(({ url }) => url),
    ];
    if (urls.some((url) => (url === undefined) !== settings.socket_mode_enabled))
      wrong('socket_mode_enabled', 'is either so, or everything has an address');
  },
);
