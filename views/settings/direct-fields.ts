/** The fields of a person's own settings for direct messages, and what they mean. */
import type { KnownBlock } from '@slack/types';
import { type Direct, type DirectKind, directKinds } from '#src/settings/notification-preferences.ts';
import { notOffered } from '#views/kit/checks.ts';
import { checkboxes, input, option, selectField } from '#views/kit/fields.ts';
import { clockName } from '#views/kit/moment.ts';
import type { Fields } from '#views/kit/parse.ts';

const directField = { kinds: 'direct', from: 'quiet-from', to: 'quiet-to' } as const;

export const kindTexts: Record<DirectKind, string> = {
  ready: 'My posts are ready',
  decided: 'My posts are reviewed or edited',
  published: 'My posts are published or fail',
  approval: 'Posts need my approval',
};
/** When each kind is sent, in words that begin with *when*. */
const kindMeanings: Record<DirectKind, string> = {
  ready: 'a post or campaign that you requested is ready',
  decided: 'someone reviews, resubmits, edits, or reschedules your post',
  published: 'your post is published or fails, or its outcome is unknown',
  approval: 'a post needs your approval (you can review it right there)',
};
const kindOptions = directKinds.map((kind) => option(kindTexts[kind], kind));

const none = 'off';
const halfHours = Array.from(
  { length: 48 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
);
// built with each form: formatting a first time reads tables that a start would have to wait for
const toOptions = () => halfHours.map((at) => option(clockName(at), at));
const fromOptions = () => [option('No quiet hours', none), ...toOptions()];
const usualEnd = '08:00';

export function directBlocks({ kinds, quiet }: Direct): KnownBlock[] {
  const chosen = directKinds.flatMap((kind, i) => (kinds.includes(kind) ? (kindOptions[i] ?? []) : []));
  const { from, to } = quiet === 'off' ? { from: none, to: usualEnd } : quiet;
  return [
    input(directField.kinds, 'Send me a direct message when', checkboxes(kindOptions, chosen), {
      optional: true,
      hint: 'You get these instead of a mention in the channel. If a post fails, you get both.',
    }),
    selectField(directField.from, 'Quiet hours start', fromOptions(), { chosen: from }),
    selectField(directField.to, 'Quiet hours end', toOptions(), {
      chosen: to,
      hint: 'In your time zone. Direct messages wait until quiet hours end.',
    }),
  ];
}

export function wrongDirect(fields: Fields): Record<string, string | undefined> {
  const [from, to] = [fields.choice(directField.from), fields.choice(directField.to)];
  const wrongKind = fields
    .choices(directField.kinds)
    .map((kind) => notOffered(kind, directKinds))
    .find((wrong) => wrong !== undefined);
  const isEmpty = from !== undefined && from.id !== none && from.id === to?.id;
  return {
    [directField.kinds]: wrongKind,
    [directField.from]: notOffered(from, [none, ...halfHours]),
    [directField.to]:
      notOffered(to, halfHours) ??
      (isEmpty ? 'Choose an end time that’s different from the start.' : undefined),
  };
}

/** Call this only if nothing is wrong. */
export function directIn(fields: Fields): Direct {
  const chosen = new Set(fields.choices(directField.kinds).map(({ id }) => id));
  const from = fields.choice(directField.from)?.id ?? none;
  const to = fields.choice(directField.to)?.id ?? usualEnd;
  return {
    kinds: directKinds.filter((kind) => chosen.has(kind)),
    quiet: from === none ? 'off' : { from, to },
  };
}

/** The names of these settings, and in a sentence what each does, as mrkdwn. */
export function directLines({ kinds, quiet }: Direct): [name: string, says: string][] {
  const when = kinds.map((kind) => `•  when ${kindMeanings[kind]}`);
  return [
    [
      'Direct messages',
      kinds.length > 0
        ? [
            'You get a direct message instead of a mention:',
            ...when,
            'If one of your posts fails, you’re also mentioned in its thread.',
          ].join('\n')
        : 'None. You’re mentioned in the card’s channel instead.',
    ],
    [
      'Quiet hours',
      quiet === 'off'
        ? 'None. Direct messages arrive at any time.'
        : `From ${clockName(quiet.from)} to ${clockName(quiet.to)} in your time zone, direct messages wait. They all arrive at ${clockName(quiet.to)}.`,
    ],
  ];
}
