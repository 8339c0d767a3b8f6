/** Connecting a social profile: for which brand and network, and the address at which to do it. */
import type { ModalView } from '@slack/types';
import {
  networkName,
  networkTyped,
  type Provider,
  providers,
} from '#src/platform/publishing-api/networks.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { button, buttonRow, contextLine, modal, section } from '#views/kit/blocks.ts';
import { present } from '#views/kit/checks.ts';
import { block, brandField, option, selectField } from '#views/kit/fields.ts';
import { alternatives } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { fieldsOf, type ModalContext, type Read, type Submitted } from '#views/kit/parse.ts';
import { clipped, escaped } from '#views/kit/text.ts';

export const connectTitle = 'Connect profile';

const network = 'network';

export const openAction = 'connect.open';

export interface Connecting {
  brand: Named;
  provider: Provider;
}

export const connectModal = {
  id: 'connect',

  /** `typed`: the network that was typed after the command. */
  render(context: ModalContext, typed: string): ModalView {
    const initial = networkTyped(typed);
    const optionFor = (provider: Provider) => option(networkName(provider), provider);
    return modal({ callback_id: 'connect', title: connectTitle, submit: 'Get link', context }, [
      brandField(context),
      selectField(network, 'Network', providers.map(optionFor), {
        chosen: initial,
        placeholder: 'Choose a network',
        hint: 'You’ll get a link that only you can see. Finish in your browser.',
      }),
    ]);
  },

  read(view: Submitted): Read<Connecting> {
    const fields = fieldsOf(view);
    const brand = fields.choice(block.brand);
    const provider = providers.find((one) => one === fields.choice(network)?.id);
    const errors = present(fields, {
      [block.brand]: brand ? undefined : 'Choose a brand.',
      [network]: provider ? undefined : 'Choose a network.',
    });
    return brand && provider ? { value: { brand, provider } } : { errors: errors ?? {} };
  },
};

interface Connection {
  authProvider?: string | undefined;
  authUrl: string;
  instructions?: string | undefined;
}

/** Shown only for an address that Slack's buttons accept. */
export function connectLink(
  { brand, provider }: Connecting,
  connection: Connection,
  profiles: string,
): RenderedMessage {
  const { authProvider, authUrl, instructions } = connection;
  const name = networkName(provider);
  const title = `Connect ${name} to ${brand.name}`;
  const other = authProvider && authProvider !== provider ? networkName(authProvider) : undefined;
  return {
    text: clipped(title, 300),
    blocks: compact([
      section(`*${clipped(title, 300)}*`),
      other &&
        section(
          `:information_source: You’ll sign in with *${clipped(other, 80)}*, because ${name} connects through it.`,
        ),
      instructions && {
        type: 'section' as const,
        text: { type: 'plain_text' as const, text: clip(instructions, 1_000), emoji: false },
      },
      ...buttonRow([
        button(openAction, clip(`Open ${other ?? name}`, slack.optionText), {
          style: 'primary',
          url: authUrl,
        }),
      ]),
      contextLine(`When you’re done, \`${escaped(profiles)}\` lists the new profile.`),
    ]),
  };
}

export const networkNames = (): string => alternatives(providers.map(networkName));
