import { commands } from '#commands/index.ts';
import type { ExportStage } from '#src/cards/export.ts';
import { at } from '#test/cards/samples.ts';
import { drawExport, onTheirWay } from '#views/analytics.ts';
import { connectLink } from '#views/connect.ts';
import { drawList } from '#views/lists.ts';
import { keyWorks } from '#views/me.ts';
import { unknownWord } from '#views/unknown-word.ts';
import { withUnread } from '#views/unread.ts';
import { whichBrand } from '#views/which-brand.ts';
import { beingSwitched, switchEnd, switching, workflowState } from '#views/workflow.ts';
import { type Extremes, longId, many, slash } from './extremes.ts';

const brand = { id: 'b', name: 'x' };
const member = { role: 'member', letIn: false, deciding: [], brand: undefined, keyed: true } as const;
const wish = { on: true, by: 'U0BO', at };
const asked = { brand: 'x', by: 'U0BO', channel: 'C1' };
const none = { list: 'brands', title: 'Brands', of: '', rows: [], none: 'Make one.' };

export const answers: Extremes[] = [
  {
    view: 'me.keyWorks',
    smallest: () => [keyWorks({})],
    largest: (text) => [keyWorks({ id: text(3_000), name: text(3_000), email: text(3_000) })],
  },
  {
    view: 'unknown-word.unknownWord',
    smallest: () => [unknownWord('', commands, member, slash)],
    largest: (text) => [unknownWord(text(3_000), commands, member, slash)],
  },
  {
    view: 'which-brand.whichBrand',
    smallest: () => [whichBrand('posts', [brand], { again: '/social posts' })],
    largest: (text) =>
      [150, 5].map((several) => {
        const brands = many(several, (n) => ({ id: `brand-${n}`, name: text(400) }));
        return whichBrand('posts', brands, { why: text(3_000), again: '/social posts' });
      }),
  },
  {
    view: 'unread.withUnread',
    smallest: () => [
      withUnread(drawList(none, 0), { endpoint: 'GET /brands', records: 1, fields: ['id'] }, 'record'),
    ],
    largest: () => {
      const fields = ['id', 'media', 'socialProfiles', 'scheduledAt'];
      const unread = { endpoint: 'GET /social-profiles', records: 12_345, fields };
      return [withUnread(drawList(none, 0), unread, 'record')];
    },
  },
  {
    view: 'workflow.workflowState',
    smallest: () => [workflowState({ id: 'w', on: true })],
    largest: (text) => [workflowState({ id: text(300), name: text(3_000), on: false })],
  },
  {
    view: 'workflow.switching',
    smallest: () => [switching('w', true, 'U0BO')],
    largest: (text) => [switching(text(300), false, 'U0BO', 'waits')],
  },
  {
    view: 'workflow.switchEnd',
    smallest: () => [switchEnd({ ...wish, workflow: { id: 'w' } })],
    largest: (text) => [
      switchEnd({
        ...{ ...wish, workflow: { id: text(300), name: text(3_000) } },
        problem: { code: 'switch_failed', failure: { kind: 'legacy', text: text(5_000) }, maySwitch: true },
      }),
    ],
  },
  {
    view: 'workflow.beingSwitched',
    smallest: () => [beingSwitched(wish)],
    largest: () => [beingSwitched(wish)],
  },
  {
    view: 'analytics.drawExport',
    smallest: () => [drawExport({ ...asked, stage: { is: 'failed', reason: 'x' } }, { aside: false })],
    largest: (text) => {
      const figure = {
        ...{ name: text(400), percent: true, value: 1e15 / 3, change: -1e15 / 3 },
        how: 'average' as const,
      };
      const here: ExportStage = {
        ...{ is: 'here', rows: 1e9, period: text(60), figures: many(8, () => figure) },
        withoutPicture: 'no dates',
      };
      return [here, { is: 'failed', reason: text(600) } as const].map((stage) =>
        drawExport({ ...asked, brand: text(400), stage }, { aside: true }),
      );
    },
  },
  {
    view: 'analytics.onTheirWay',
    smallest: () => [onTheirWay('x')],
    largest: (text) => [onTheirWay(text(400))],
  },
  {
    view: 'connect.connectLink',
    smallest: () => {
      const connection = {
        authProvider: undefined,
        authUrl: 'https://example.com/',
        instructions: undefined,
      };
      return [connectLink({ brand, provider: 'tiktok' }, connection, 'none')];
    },
    largest: (text) => {
      const connection = {
        ...{ authProvider: text(300), authUrl: `https://example.com/${'a'.repeat(2_900)}` },
        instructions: text(5_000),
      };
      const about = { brand: { id: longId, name: text(400) }, provider: 'tiktok' as const };
      return [connectLink(about, connection, text(200))];
    },
  },
];
