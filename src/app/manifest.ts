/** The app manifest, made from the list of commands. `npm run manifest` writes it to `manifest.json`. */
import type { AppsManifestCreateArguments } from '@slack/web-api';

/** Slack's own type: it knows the names of all scopes and events. */
type Manifest = AppsManifestCreateArguments['manifest'];

export interface ManifestCommand {
  slash?: string;
  hint?: string;
  about: string;
  shortcut?: { type: 'message' | 'global'; id: string; name: string };
}

/** `docs/slack-app.md` says what each scope is for. The app requests none that no code uses. */
const everywhere = [
  'commands',
  'chat:write',
  'chat:write.public',
  'users:read',
  'usergroups:read',
  'files:write',
  'channels:history',
  'groups:history',
  'groups:read',
] as const;

/** Attached files are read to serve them at public addresses, which Socket Mode doesn't have. */
const overHttp = ['files:read'] as const;

type Scope = (typeof everywhere)[number] | (typeof overHttp)[number];

/** The scopes of an app that Slack reaches in this way. */
export const scopesFor = (way: 'http' | 'socket'): Scope[] => [
  ...everywhere,
  ...(way === 'http' ? overHttp : []),
];

/** Where Slack redirects the person who installs the app. */
export const redirectPath = '/slack/oauth_redirect';

/** The name of a slash command in this installation: `/post`, or `/pc-post` with the prefix `pc-`. */
export function slashName(name: string, prefix: string): string {
  return `/${prefix}${name}`;
}

/** The manifest for Socket Mode, or for HTTP with the bot's public address. */
export function appManifest(
  commands: readonly ManifestCommand[],
  { prefix = '', url }: { prefix?: string | undefined; url?: string | undefined } = {},
): Manifest {
  const request = url ? { url: new URL('/slack/events', url).href } : {};
  return {
    display_information: {
      name: 'Presscheck',
      description: 'Create, approve and publish social posts without leaving Slack',
      background_color: '#1f3a34',
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: true },
      bot_user: { display_name: 'Presscheck', always_online: true },
      slash_commands: commands.flatMap(({ slash, hint, about }) =>
        slash
          ? [
              {
                command: slashName(slash, prefix),
                description: about.replaceAll('`', ''),
                ...(hint && { usage_hint: hint }),
                should_escape: false,
                ...request,
              },
            ]
          : [],
      ),
      shortcuts: commands.flatMap(({ shortcut, about }) =>
        shortcut
          ? [
              {
                name: shortcut.name,
                type: shortcut.type,
                callback_id: shortcut.id,
                description: about.replaceAll('`', ''),
              },
            ]
          : [],
      ),
    },
    oauth_config: {
      ...(url && { redirect_urls: [new URL(redirectPath, url).href] }),
      scopes: { bot: scopesFor(url ? 'http' : 'socket') },
    },
    settings: {
      event_subscriptions: {
        ...(url && { request_url: request.url }),
        bot_events: [
          'app_home_opened',
          'message.channels',
          'message.groups',
          ...(url ? (['app_uninstalled', 'tokens_revoked'] as const) : []),
        ],
      },
      interactivity: {
        is_enabled: true,
        ...(url && { request_url: request.url, message_menu_options_url: request.url }),
      },
      org_deploy_enabled: false,
      socket_mode_enabled: url === undefined,
      token_rotation_enabled: false,
    },
  };
}
