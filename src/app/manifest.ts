/** The app manifest, made from the list of commands. `npm run manifest` writes it to `manifest.json`. */
import type { AppsManifestCreateArguments } from '@slack/web-api';
import { manifestFunctions } from '#views/steps/step-forms.ts';

/** Slack's own type: it knows the names of all scopes and events. */
type Manifest = AppsManifestCreateArguments['manifest'];

export interface ManifestCommand {
  slash?: string;
  hint?: string;
  about: string;
  shortcut?: { type: 'message' | 'global'; id: string; name: string };
}

/** `docs/slack-app.md` says what each scope is for. The app requests none that no code uses. */
export const scopes = [
  'commands',
  'chat:write',
  'chat:write.public',
  'users:read',
  'usergroups:read',
  'files:write',
  'channels:history',
  'groups:history',
  'groups:read',
  'reactions:read',
  'files:read',
] as const;

/** For `POST_URL_PATTERN` only: Slack reports links to posts, and the bot shows posts below them. */
export const linkScopes = ['links:read', 'links:write'] as const;

/**
 * The scopes that a person who installs the app can decline. `docs/slack-app.md` says what doesn't work
 * without each.
 */
export const optionalScopes = [
  'channels:history',
  'groups:history',
  'reactions:read',
] as const satisfies readonly (typeof scopes)[number][];

/** Where Slack redirects the person who installs the app. */
export const redirectPath = '/slack/oauth_redirect';

/** The name of a slash command in this installation: `/post`, or `/pc-post` with the prefix `pc-`. */
export function slashName(name: string, prefix: string): string {
  return `/${prefix}${name}`;
}

interface ManifestOptions {
  prefix?: string | undefined;
  /** The bot's public address; absent: Socket Mode. */
  url?: string | undefined;
  /** Includes the steps for Workflow Builder, which need a paid plan. */
  steps?: boolean | undefined;
  /** The domain of the publishing service's web app, whose links unfurl. */
  linkDomain?: string | undefined;
}

/** Slack's own type lacks this event. */
const stepEvent = 'function_executed' as 'app_home_opened';

/** The manifest for Socket Mode, or for HTTP with the bot's public address. */
export function appManifest(
  commands: readonly ManifestCommand[],
  { prefix = '', url, steps = false, linkDomain }: ManifestOptions = {},
): Manifest {
  const request = url ? { url: new URL('/slack/events', url).href } : {};
  return {
    display_information: {
      name: 'Presscheck',
      description: 'Create, approve, and publish social posts without leaving Slack',
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
      ...(linkDomain && { unfurl_domains: [linkDomain] }),
    },
    oauth_config: {
      ...(url && { redirect_urls: [new URL(redirectPath, url).href] }),
      scopes: { bot: [...scopes, ...(linkDomain ? linkScopes : [])], bot_optional: [...optionalScopes] },
    },
    settings: {
      event_subscriptions: {
        ...(url && { request_url: request.url }),
        bot_events: [
          'app_home_opened',
          'message.channels',
          'message.groups',
          'reaction_added',
          ...(url ? (['app_uninstalled', 'tokens_revoked'] as const) : []),
          ...(linkDomain ? (['link_shared'] as const) : []),
          ...(steps ? [stepEvent] : []),
        ],
      },
      interactivity: {
        is_enabled: true,
        ...(url && { request_url: request.url, message_menu_options_url: request.url }),
      },
      // Slack requires it for workflow steps, and for nothing else
      org_deploy_enabled: steps,
      socket_mode_enabled: url === undefined,
      token_rotation_enabled: false,
      ...(steps && { function_runtime: 'remote' }),
    },
    ...(steps && { functions: manifestFunctions() }),
  };
}
