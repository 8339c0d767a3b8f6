import type { ModalView } from '@slack/types';
import { networkName, providers } from '#src/platform/publishing-api/networks.ts';
import { nameKept } from '#src/platform/slack/media.ts';
import { directKinds } from '#src/settings/notification-preferences.ts';
import { brandSettingsSchema, personSettingsSchema } from '#src/settings/settings.ts';
import { noSlots } from '#src/slots/slots.ts';
import { templateLimits } from '#src/templates/templates.ts';
import type { Reading } from '#src/time/words.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { aRule } from '#test/support/rules.ts';
import { aTemplate } from '#test/support/templates.ts';
import { type RuleContext, ruleEnded, ruleModal, ruleNotRemoved } from '#views/approval/rule-modal.ts';
import { askBeforeSaving } from '#views/approval/rule-question.ts';
import { campaignModal } from '#views/campaigns/modal.ts';
import { connectModal } from '#views/catalog/connect.ts';
import { done, notDone, readingModal } from '#views/kit/blocks.ts';
import { aiPostModal } from '#views/posts/ai-post-modal.ts';
import { withPause } from '#views/posts/paused.ts';
import { postModal } from '#views/posts/post-modal.ts';
import { fileLeftOut, filesLeftOut } from '#views/posts/refusals.ts';
import { fillTemplate, rerenderFor, sayAtTemplate } from '#views/posts/request-modals.ts';
import { withTemplates } from '#views/posts/template-field.ts';
import { showMeaning, showTime, takeMeaningOff, withoutMeaning } from '#views/posts/time-meaning.ts';
import type { CloseOfBrand } from '#views/posts/warnings.ts';
import { seriesModal } from '#views/recurring/series-modal.ts';
import { brandSettingsContextOf, brandSettingsModal } from '#views/settings/brand-modal.ts';
import { brandCheck, ownCheck, settingsOutdated } from '#views/settings/check.ts';
import { settingsModal } from '#views/settings/modal.ts';
import { freeOffered, rearrangedAtMost, rearrangeModal } from '#views/slots/rearrange-modal.ts';
import { weekModal } from '#views/slots/week-modal.ts';
import { exportModal } from '#views/spreadsheets/export.ts';
import { templateEnded, templateModal, templateNotDeleted } from '#views/templates/template-modal.ts';
import { keyModal } from '#views/workspaces/key-modal.ts';
import {
  type Extremes,
  largePause,
  longId,
  longSlot,
  longZone,
  many,
  now,
  type Text,
  users,
} from './extremes.ts';
import { fullSeries, fullWeek } from './lists.ts';

const small = { channel: 'C1', brand: { id: 'b', name: 'x' } };
const large = (text: Text) => ({ channel: 'C'.repeat(15), brand: { id: longId, name: text(75) } });
/** As a brand's settings keep them. */
const ten = (text: Text) => many(10, (i) => ({ id: `${i}${'p'.repeat(149)}`, name: text(75) }));

/** From a message with attached files, some of which were left out. */
function fromMessage(text: Text) {
  const name = '"'.repeat(nameKept);
  return {
    ...large(text),
    nextSlot: longSlot,
    channel: '',
    source: `https://team.slack.com/${'a'.repeat(150)}`,
    uploads: true,
    taken: many(10, (n) => ({ id: `F0123456789${n}`, name, ending: 'png' as const })),
    remarks: [...many(4, () => fileLeftOut(name, 'missing_scope')), filesLeftOut(19)],
  };
}

const settingsOf = (text: Text) =>
  brandSettingsSchema.parse({
    channel: 'C'.repeat(15),
    profiles: ten(text),
    zone: longZone,
    digest: { at: '09:00', since: new Date(now).toISOString() },
    report: { day: 3, at: '09:00', since: new Date(now).toISOString(), by: 'U0BO' },
  });
const emptySettings = brandSettingsSchema.parse({});
const quietOwn = personSettingsSchema.parse({ notices: false });
/** All that a person can set. */
const fullOwn = (text: Text) =>
  personSettingsSchema.parse({
    brand: large(text).brand,
    direct: { kinds: [...directKinds], quiet: { from: '20:00', to: '08:00' } },
  });

const wide = (text: Text) => {
  const named = many(30, (i) => ({ id: `S0${i}`, name: text(300) }));
  const each = named.map(({ id }) => id);
  const rule = aRule({ approvers: { people: each, groups: each }, needed: 'all', own: true, channel: 'C1' });
  return { named, rule };
};
/** As many must approve as are named, and none their own. */
function asking(context: RuleContext, users: string[]): ModalView[] {
  const rule = aRule({
    approvers: { people: users, groups: [] },
    needed: Math.max(1, users.length),
    own: false,
  });
  const open = ruleModal.render(context, rule, []);
  const sent = { private_metadata: JSON.stringify(context), state: { values: {} } };
  const asked = askBeforeSaving(sent, open, { rule, users, unreadable: [], unavailable: [] });
  return modalOf(asked && 'view' in asked ? asked.view : undefined);
}
const owner = (text: Text) => ({ id: text(3_000), name: text(3_000), email: text(3_000) });

export const forms: Extremes[] = [
  ...Object.entries({
    'posts/post-modal.postModal': postModal,
    'posts/ai-post-modal.aiPostModal': aiPostModal,
    'campaigns/modal.campaignModal': campaignModal,
  }).map(
    ([name, modal]): Extremes => ({
      view: `${name}.render`,
      smallest: () => [modal.render({ channel: 'C1' }, '')],
      largest: (text) => [
        modal.render(fromMessage(text), text(12_000)),
        modal.render(large(text), text(12_000)),
        modal.render(large(text), 'x', ten(text)),
      ],
    }),
  ),
  {
    view: 'posts/request-modals.rerenderFor',
    smallest: () => [rerenderFor({ blocks: [] }, postModal.render(small, ''))],
    largest: (text) => {
      const open = postModal.render(large(text), text(9_900));
      return [rerenderFor(open, postModal.render(large(text), '', ten(text)))];
    },
  },
  {
    view: 'posts/template-field.withTemplates',
    smallest: () => [withTemplates(postModal.render(small, ''), small.brand, [{ id: 't', name: 'x' }])],
    largest: (text) =>
      [postModal, aiPostModal].map((modal) =>
        withTemplates(modal.render(fromMessage(text), text(9_000)), large(text).brand, manyTemplates(text)),
      ),
  },
  {
    view: 'posts/paused.withPause',
    smallest: () => [withPause(postModal.render(small, ''), undefined)],
    largest: (text) =>
      [postModal, aiPostModal, campaignModal].map((modal) =>
        withPause(modal.render(large(text), text(9_000)), largePause(text)),
      ),
  },
  {
    view: 'posts/request-modals.fillTemplate',
    smallest: () => filledIn(postModal.render(small, ''), { isAdded: false, text: 'x' }),
    largest: (text) =>
      [postModal, aiPostModal].flatMap((modal) => {
        const { brand } = fromMessage(text);
        const form = modal.render(fromMessage(text), text(9_000));
        return filledIn(withTemplates(form, brand, manyTemplates(text)), {
          isAdded: true,
          text: text(templateLimits.text),
          library: { id: longId, name: text(75) },
          gone: { id: longId, name: text(3_000) },
        });
      }),
  },
  {
    view: 'posts/request-modals.sayAtTemplate',
    smallest: () => [sayAtTemplate(postModal.render(small, ''), undefined, 'x')],
    largest: (text) => {
      const { brand } = large(text);
      const form = withTemplates(postModal.render(large(text), ''), brand, manyTemplates(text));
      return [sayAtTemplate(form, brand, text(3_000))];
    },
  },
  {
    view: 'templates/template-modal.templateModal.render',
    smallest: () => [templateModal.render({ ...small, list: 'https://x' })],
    largest: (text) => [
      templateModal.render(
        { ...large(text), list: `https://x/${'r'.repeat(200)}` },
        aTemplate({
          kind: 'prompt',
          name: text(templateLimits.name),
          text: text(templateLimits.text),
          library: { id: longId, name: text(75) },
        }),
      ),
    ],
  },
  {
    view: 'templates/template-modal.templateEnded',
    smallest: () => [templateEnded('x')],
    largest: (text) => [templateEnded(templateNotDeleted(text(templateLimits.name)))],
  },
  {
    view: 'kit/blocks.readingModal',
    smallest: () => [readingModal(postModal.render(small, '').title, 'x')],
    largest: () => [readingModal(postModal.render(small, '').title, 'Loading thread…')],
  },
  {
    view: 'posts/time-meaning.showMeaning',
    smallest: () => meaning(postModal.render(small, ''), 'noon', [now + 1e8], {}),
    largest: (text) =>
      [[now + 1e8, now + 2e8] as const, [now + 1e8] as const].flatMap((moments) =>
        meaning(postModal.render(large(text), text(9_000)), 'w'.repeat(100), moments, {
          reader: longZone,
          brand: 'Asia/Tokyo',
        }),
      ),
  },
  {
    view: 'posts/time-meaning.showTime',
    smallest: () => picked(postModal.render(small, ''), 'UTC'),
    largest: (text) => [
      ...picked(postModal.render(large(text), text(9_000)), longZone, closeTo(text, 1)),
      ...picked(postModal.render(large(text), text(9_000)), longZone, closeTo(text, 10)),
    ],
  },
  {
    view: 'posts/time-meaning.takeMeaningOff',
    smallest: () => wrongAll(meaning(postModal.render(small, ''), 'noon', [now + 1e8], {}), 'x'),
    largest: (text) => wrongAll(picked(postModal.render(large(text), text(9_000)), longZone), text(300)),
  },
  {
    view: 'posts/time-meaning.withoutMeaning',
    smallest: () => meaning(postModal.render(small, ''), 'noon', [now + 1e8], {}).map(withoutMeaning),
    largest: (text) => picked(postModal.render(large(text), text(9_000)), longZone).map(withoutMeaning),
  },
  {
    view: 'approval/rule-modal.ruleModal.render',
    smallest: () => [ruleModal.render({ channel: 'C1' }, undefined, [])],
    largest: (text) => [
      ruleModal.render(
        { ...large(text), brand: { id: longId, name: text(400) }, shown: 'f'.repeat(40) },
        wide(text).rule,
        wide(text).named,
      ),
    ],
  },
  {
    view: 'approval/rule-question.askBeforeSaving',
    smallest: () => asking({ channel: 'C1' }, []),
    largest: (text) => {
      const context = {
        channel: 'C1',
        list: 'https://h'.padEnd(300, 'x'),
        shown: 'f'.repeat(40),
        brand: { id: longId, name: text(400) },
      };
      return [asking(context, []), asking(context, users(20))].flat();
    },
  },
  {
    view: 'approval/rule-modal.ruleEnded',
    smallest: () => [ruleEnded(ruleNotRemoved({ channel: 'C1' }))],
    largest: (text) => [ruleEnded(ruleNotRemoved({ channel: 'C1', brand: { id: longId, name: text(400) } }))],
  },
  {
    view: 'settings/modal.settingsModal.render',
    smallest: () => [settingsModal.render({ channel: 'C1', menu: 'm' }, quietOwn, false)],
    largest: (text) => [settingsModal.render({ channel: 'C1', menu: 'm' }, fullOwn(text), true)],
  },
  {
    view: 'settings/check.ownCheck.render',
    smallest: () => [ownCheck.render({ channel: 'C1', own: quietOwn })],
    largest: (text) => [ownCheck.render({ channel: 'C1', own: fullOwn(text) })],
  },
  {
    view: 'slots/rearrange-modal.rearrangeModal.render',
    smallest: () => [
      rearrangeModal.render({ ...small, list: 'https://x' }, [], { free: [], zone: 'UTC', fixed: 0 }),
    ],
    largest: (text) => {
      const content = { caption: text(3_000), mediaUrls: [], profiles: [] };
      const posts = many(rearrangedAtMost + 1, (n) => ({
        at: now + n * 900_000,
        caption: text(3_000),
        networks: many(6, () => text(20)),
        card: aCard({ id: `${'c'.repeat(60)}${n}`, content }),
      }));
      const free = many(freeOffered, (n) => now + 86_400_000 + n * 900_000);
      return [
        rearrangeModal.render({ ...large(text), list: `https://x/${'r'.repeat(200)}` }, posts, {
          free,
          zone: longZone,
          paused: largePause(text),
          fixed: 1_000,
        }),
      ];
    },
  },
  {
    view: 'slots/week-modal.weekModal.render',
    smallest: () => [
      weekModal.render({ ...small, list: 'https://x' }, noSlots, { zone: 'UTC', suggested: 'UTC', now }),
    ],
    largest: (text) => [
      weekModal.render({ ...large(text), list: `https://x/${'r'.repeat(200)}` }, fullWeek, {
        zone: undefined,
        suggested: longZone,
        now,
      }),
    ],
  },
  {
    view: 'recurring/series-modal.seriesModal.render',
    smallest: () => [
      seriesModal.render(
        { ...small, list: 'https://x', edition: 0 },
        { profiles: [], zone: 'UTC', suggested: 'UTC', attachedOnly: false, uploads: false, now },
      ),
    ],
    largest: (text) => [
      seriesModal.render(
        {
          ...large(text),
          list: `https://x/${'r'.repeat(200)}`,
          series: 'V'.repeat(20),
          edition: 99,
          captionLimit: 20_000,
          emptyCaption: true,
          taken: Array.from({ length: 10 }, (_, n) => ({
            id: `F${'0'.repeat(9)}${n}`,
            name: text(40).slice(0, nameKept),
            ending: 'png' as const,
          })),
        },
        {
          series: fullSeries(text),
          profiles: [],
          zone: undefined,
          suggested: longZone,
          attachedOnly: true,
          uploads: true,
          now,
        },
      ),
    ],
  },
  {
    view: 'spreadsheets/export.exportModal.render',
    smallest: () => [exportModal.render({ channel: 'C1' })],
    largest: (text) => [exportModal.render(large(text))],
  },
  {
    view: 'settings/brand-modal.brandSettingsModal.render',
    smallest: () => [brandSettingsModal.render(small, emptySettings, now)],
    largest: (text) =>
      [ten(text), []].map((gone) => brandSettingsModal.render(large(text), settingsOf(text), now, gone)),
  },
  {
    view: 'settings/check.brandCheck.render',
    smallest: () => [
      brandCheck.render({ ...small, settings: emptySettings }, { hasRule: false, reader: 'UTC', now }),
    ],
    largest: (text) => {
      const settings = settingsOf(text);
      const own = fullOwn(text);
      const shown = 'f'.repeat(16);
      const open = brandSettingsModal.render({ ...large(text), own, shown }, settings, now);
      const kept = { ...brandSettingsContextOf({ private_metadata: '', ...open }), settings };
      const beside = { reader: 'Asia/Tokyo', now, nextDigest: now, unsure: true };
      return [
        brandCheck.render(kept, { ...beside, hasRule: true, ruleChannel: 'C1' }),
        brandCheck.render(kept, { ...beside, hasRule: false }),
      ];
    },
  },
  {
    view: 'settings/check.settingsOutdated',
    smallest: () => [settingsOutdated(small.brand)],
    largest: (text) => [settingsOutdated({ id: longId, name: text(400) })],
  },
  {
    view: 'catalog/connect.connectModal.render',
    smallest: () => [connectModal.render({ channel: 'C1' }, '')],
    largest: (text) => [connectModal.render(large(text), 'x')],
  },
  {
    view: 'workspaces/key-modal.keyModal.render',
    smallest: () => [keyModal.render(undefined)],
    largest: (text) => [keyModal.render({ by: 'U0BO', at: now }, text(3_000))],
  },
  ...(['checking', 'removed'] as const).map(
    (is): Extremes => ({
      view: `workspaces/key-modal.keyModal.${is}`,
      smallest: () => [keyModal[is]()],
      largest: () => [keyModal[is]()],
    }),
  ),
  {
    view: 'workspaces/key-modal.keyModal.kept',
    smallest: () => [keyModal.kept({})],
    largest: (text) => [keyModal.kept(owner(text))],
  },
  {
    view: 'kit/blocks.notDone',
    smallest: () => [notDone('x')],
    largest: (text) => [notDone(text(3_000))],
  },
  {
    view: 'kit/blocks.done',
    smallest: () => [done('x')],
    largest: (text) => [done(text(3_000))],
  },
];

const manyTemplates = (text: Text) =>
  many(templateLimits.templates, (n) => ({ id: `${n}`, name: text(templateLimits.name) }));

/** As Slack sends the open form when a template is chosen in it. */
function filledIn(open: ModalView, chosen: Parameters<typeof fillTemplate>[2]): ModalView[] {
  const { private_metadata = '', blocks } = open;
  const values = Object.fromEntries(
    blocks.flatMap((one) =>
      'element' in one && 'initial_value' in one.element && one.block_id
        ? [[one.block_id, { x: { value: one.element.initial_value } }]]
        : [],
    ),
  );
  const view = { private_metadata, blocks, state: { values }, hash: '1700000000.AbCdEfGh' };
  return modalOf(fillTemplate(open, view, chosen));
}

/** What is rendered again only under some condition, which these meet. */
function modalOf<T>(view: T | undefined): T[] {
  if (view === undefined) throw new Error('it was not drawn');
  return [view];
}

const picked = (
  open: ReturnType<typeof postModal.render>,
  reader: string,
  close: readonly CloseOfBrand[] = [],
) =>
  modalOf(showTime(open, { at: '2026-11-21T16:00:00Z' }, { zones: { reader, brand: 'Asia/Tokyo' }, close }));

/** Of so many brands. */
const closeTo = (text: (length: number) => string, brands: number): CloseOfBrand[] =>
  Array.from({ length: brands }, () => ({
    brand: { id: longId, name: text(400) },
    posts: Array.from({ length: 120 }, (_, n) => ({
      at: now + n * 60_000,
      caption: text(400),
      networks: providers.map(networkName),
    })),
  }));

const wrongAll = ([open]: ModalView[], says: string) =>
  modalOf(
    open &&
      takeMeaningOff(
        open,
        Object.fromEntries(
          open.blocks.flatMap(({ type, block_id }) =>
            type === 'input' && block_id ? [[block_id, says]] : [],
          ),
        ),
        true,
      ),
  );

function meaning(
  open: ReturnType<typeof postModal.render>,
  words: string,
  moments: readonly number[],
  zones: { reader?: string; brand?: string },
) {
  const reading = { moments, why: 'repeated' } as unknown as Reading;
  const { brand } = small;
  const shown = showMeaning(open, { words, reading, brand, now, zones });
  return modalOf('view' in shown ? shown.view : undefined);
}
