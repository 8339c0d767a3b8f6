import { z } from 'zod';
import type { Shortcut, SlashCommand, StepField, StepForm } from './protocol.ts';

const parametersSchema = z.object({
  properties: z.record(
    z.string().regex(/^[a-z_]{1,50}$/),
    z.object({ type: z.string(), title: z.string().default(''), description: z.string().default('') }),
  ),
  required: z.array(z.string()).default([]),
});

const manifestSchema = z.object({
  functions: z
    .record(
      z.string(),
      z.object({
        title: z.string().min(1),
        description: z.string().min(1),
        input_parameters: parametersSchema,
        output_parameters: parametersSchema,
      }),
    )
    .default({}),
  features: z
    .object({
      app_home: z
        .object({
          home_tab_enabled: z.boolean().default(false),
          messages_tab_enabled: z.boolean().default(true),
        })
        .default({ home_tab_enabled: false, messages_tab_enabled: true }),
      slash_commands: z
        .array(
          z.object({
            command: z.string(),
            description: z.string().default(''),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .default([]),
      shortcuts: z
        .array(
          z.object({
            name: z.string().min(1).max(24),
            type: z.enum(['global', 'message']),
            callback_id: z.string().min(1).max(255),
            description: z.string().min(1).max(150),
          }),
        )
        .max(10)
        .default([]),
      // domains only, without scheme, port, or path
      unfurl_domains: z
        .array(z.string().regex(/^[a-z0-9.-]+$/i))
        .max(5)
        .default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({
      scopes: z
        .object({
          bot: z.array(z.string()).default([]),
          // a subset of `bot`: the scopes that an installer can decline
          bot_optional: z.array(z.string()).default([]),
        })
        .prefault({}),
    })
    .prefault({}),
  settings: z
    .object({
      event_subscriptions: z
        .object({ bot_events: z.array(z.string()).default([]) })
        .default({ bot_events: [] }),
    })
    .default({ event_subscriptions: { bot_events: [] } }),
});

/** The app's configuration from its manifest. Without a manifest, everything is allowed and any command is delivered. */
export interface InstalledApp {
  /** The granted bot scopes. Absent: all. */
  scopes?: string[];
  commands: SlashCommand[];
  escapedCommands: string[];
  shortcuts: Shortcut[];
  steps: StepForm[];
  hasHomeTab: boolean;
  hasMessagesTab: boolean;
  knowsCommand(command: string): boolean;
  knowsShortcut(callbackId: string): boolean;
  subscribesTo(type: string): boolean;
  hasScope(scope: string): boolean;
  /** Whether the app gets `link_shared` events for this domain. */
  unfurls(host: string): boolean;
}

/** An app gets a subscribed event only with its scope. */
const scopeOfEvent: Record<string, string | undefined> = {
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  reaction_added: 'reactions:read',
  reaction_removed: 'reactions:read',
};

/**
 * Reads a parsed Slack app manifest (manifest.schema.2.0.0.json, as far as the chat needs it). `declined`: the optional
 * scopes that the person who installed the app left out.
 */
export function readManifest(value: unknown, declined: readonly string[] = []): InstalledApp {
  if (value === undefined) {
    const yes = () => true;
    const open = { knowsCommand: yes, knowsShortcut: yes, subscribesTo: yes, hasScope: yes, unfurls: yes };
    const tabs = { hasHomeTab: true, hasMessagesTab: true };
    return { commands: [], escapedCommands: [], shortcuts: [], steps: [], ...tabs, ...open };
  }
  const { features, oauth_config, settings, functions } = manifestSchema.parse(value);
  const { bot, bot_optional } = oauth_config.scopes;
  const needed = declined.find((scope) => !bot_optional.includes(scope));
  if (needed !== undefined) throw new Error(`The manifest says that ${needed} can't be declined`);
  const scopes = bot.filter((scope) => !declined.includes(scope));
  const hasScope = (scope: string): boolean => scopes.includes(scope);
  const commands = features.slash_commands;
  const shortcuts = features.shortcuts;
  return {
    scopes,
    commands: commands.map((one) => ({
      command: one.command,
      description: one.description,
      usageHint: one.usage_hint,
    })),
    escapedCommands: commands.filter((one) => one.should_escape).map((one) => one.command),
    shortcuts: shortcuts.map(({ callback_id: callbackId, name, description, type }) => ({
      callbackId,
      name,
      description,
      type,
    })),
    steps: Object.entries(functions).map(([callbackId, one]) => ({
      callbackId,
      title: one.title,
      description: one.description,
      inputs: fieldsIn(one.input_parameters),
      outputs: fieldsIn(one.output_parameters),
    })),
    hasHomeTab: features.app_home.home_tab_enabled,
    hasMessagesTab: features.app_home.messages_tab_enabled,
    knowsCommand: (command) => commands.some((one) => one.command === command),
    knowsShortcut: (callbackId) => shortcuts.some((one) => one.callback_id === callbackId),
    subscribesTo: (type) =>
      settings.event_subscriptions.bot_events.includes(type) &&
      (scopeOfEvent[type] === undefined || hasScope(scopeOfEvent[type])),
    hasScope,
    unfurls: (host) => features.unfurl_domains.some((one) => host === one || host.endsWith(`.${one}`)),
  };
}

const fieldsIn = ({ properties, required }: z.infer<typeof parametersSchema>): StepField[] =>
  Object.entries(properties).map(([name, field]) => ({ ...field, name, required: required.includes(name) }));
