/** The options of every kind of select, in one type. */

import type { ConversationsSelect, MultiSelect, Select } from '@slack/types';
import type { Channel, ChatState, Option, User } from '#sandbox/chat/protocol.ts';

export interface Choice {
  /** A unique key: an option's value, or an ID. */
  key: string;
  text: string;
  description?: string | undefined;
  /** The value in the element's state: the option, or the ID. */
  value: unknown;
}

export interface ChoiceGroup {
  label?: string | undefined;
  choices: Choice[];
}

interface LooseOption {
  text: { text: string };
  description?: { text: string };
  value?: string;
}

export function choiceOfOption(option: LooseOption): Choice {
  return {
    key: option.value ?? option.text.text,
    text: option.text.text,
    description: option.description?.text,
    value: option,
  };
}

function choiceOfUser(user: User): Choice {
  const description = user.bot ? 'App' : user.realName === user.name ? undefined : user.realName;
  return { key: user.id, text: user.name, description, value: user.id };
}

export function channelTitle(channel: Channel, state: ChatState): string {
  if (channel.kind !== 'direct') return `#${channel.name}`;
  const others = channel.members.filter((id) => id !== state.me.id);
  const names = others.map((id) => {
    const user = state.users.find((one) => one.id === id);
    return user?.realName || user?.name || id;
  });
  return names.join(', ') || channel.name || `${state.me.name} (you)`;
}

function choiceOfChannel(channel: Channel, state: ChatState): Choice {
  return {
    key: channel.id,
    text: channelTitle(channel, state),
    description: channel.kind === 'private' ? 'Private' : undefined,
    value: channel.id,
  };
}

const kindsInFilters = { public: 'public', private: 'private', direct: 'im' } as const;

function conversations(element: ConversationsSelect, state: ChatState): Choice[] {
  const include = element.filter?.include;
  const bots = new Set(state.users.filter((user) => user.bot).map((user) => user.id));
  return state.channels
    .filter((channel) => !channel.archived)
    .filter((channel) => !include || include.includes(kindsInFilters[channel.kind]))
    .filter(
      (channel) =>
        !element.filter?.exclude_bot_users ||
        channel.kind !== 'direct' ||
        !channel.members.some((id) => bots.has(id)),
    )
    .map((channel) => choiceOfChannel(channel, state));
}

/** All choices of a select; undefined for external selects. */
export function localChoices(element: Select | MultiSelect, state: ChatState): ChoiceGroup[] | undefined {
  switch (element.type) {
    case 'static_select':
    case 'multi_static_select':
      if (element.option_groups) {
        return element.option_groups.map((group) => ({
          label: group.label.text,
          choices: group.options.map(choiceOfOption),
        }));
      }
      return [{ choices: (element.options ?? []).map(choiceOfOption) }];
    case 'multi_users_select':
      return [{ choices: state.users.map(choiceOfUser) }];
    case 'conversations_select':
      return [{ choices: conversations(element, state) }];
    default:
      return undefined;
  }
}

/** The current choices, from the element's state. */
export function chosenFrom(value: unknown, groups: ChoiceGroup[]): Choice[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => chosenFrom(one, groups));
  if (typeof value === 'string') {
    const known = groups.flatMap((group) => group.choices).find((choice) => choice.key === value);
    return [known ?? { key: value, text: value, value }];
  }
  return isOption(value) ? [choiceOfOption(value)] : [];
}

function isOption(value: unknown): value is Option {
  return typeof value === 'object' && value !== null && 'text' in value && 'value' in value;
}

/** The choices whose text or description contains what was typed. */
export function matching(groups: ChoiceGroup[], query: string): ChoiceGroup[] {
  const wanted = query.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter((choice) =>
        `${choice.text} ${choice.description ?? ''}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter((group) => group.choices.length > 0);
}
