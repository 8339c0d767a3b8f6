import { commands } from '#commands/index.ts';
import type { ExportStage } from '#src/analytics/export-state.ts';
import { at, refusedFor } from '#test/posts/card/samples.ts';
import { onTheirWay, renderExport } from '#views/analytics/analytics.ts';
import { connectLink } from '#views/catalog/connect.ts';
import { renderList } from '#views/catalog/lists.ts';
import { whichBrand } from '#views/catalog/which-brand.ts';
import { beingSwitched, switchEnd, switching, workflowState } from '#views/catalog/workflow.ts';
import { unknownWord } from '#views/help/unknown-word.ts';
import { withUnread } from '#views/kit/paged.ts';
import { keyWorks } from '#views/workspaces/me.ts';
import { type Extremes, largestSummary, longId, many, slackUrl, slash } from './extremes.ts';

const brand = { id: 'b', name: 'x' };
const member = {
  role: 'member',
  canRequest: true,
  deciding: [],
  brand: undefined,
  keyed: true,
  hears: { replies: true, reactions: true, links: true },
} as const;
const wanted = { on: true, by: 'U0BO', at };
const asked = { brand: 'x', by: 'U0BO', channel: 'C1' };
const none = { list: 'brands', title: 'Brands', of: '', rows: [], none: 'Make one.' };

export const answers: Extremes[] = [
  {
    view: 'workspaces/me.keyWorks',
    smallest: () => [keyWorks({})],
    largest: (text) => [keyWorks({ id: text(3_000), name: text(3_000), email: text(3_000) })],
  },
  {
    view: 'help/unknown-word.unknownWord',
    smallest: () => [unknownWord('', commands, member, slash)],
    largest: (text) => [unknownWord(text(3_000), commands, member, slash)],
  },
  {
    view: 'catalog/which-brand.whichBrand',
    smallest: () => [whichBrand('posts', [brand], { again: '/social posts' })],
    largest: (text) =>
      [150, 5].map((several) => {
        const brands = many(several, (n) => ({ id: `brand-${n}`, name: text(400) }));
        return whichBrand('posts', brands, { why: text(3_000), again: '/social posts' });
      }),
  },
  {
    view: 'kit/paged.withUnread',
    smallest: () => [
      withUnread(renderList(none, 0), { endpoint: 'GET /brands', records: 1, fields: ['id'] }, 'record'),
    ],
    largest: () => {
      const fields = ['id', 'media', 'socialProfiles', 'scheduledAt'];
      const unread = { endpoint: 'GET /social-profiles', records: 12_345, fields };
      return [withUnread(renderList(none, 0), unread, 'record')];
    },
  },
  {
    view: 'catalog/workflow.workflowState',
    smallest: () => [workflowState({ id: 'w', on: true })],
    largest: (text) => [workflowState({ id: text(300), name: text(3_000), on: false })],
  },
  {
    view: 'catalog/workflow.switching',
    smallest: () => [switching('w', true, 'U0BO')],
    largest: (text) => [switching(text(300), false, 'U0BO', 'waits')],
  },
  {
    view: 'catalog/workflow.switchEnd',
    smallest: () => [switchEnd({ ...wanted, workflow: { id: 'w' } })],
    largest: (text) => [
      switchEnd({
        ...wanted,
        workflow: { id: text(300), name: text(3_000) },
        problem: { code: 'switch_failed', failure: refusedFor(text(5_000)), maySwitch: true },
      }),
    ],
  },
  {
    view: 'catalog/workflow.beingSwitched',
    smallest: () => [beingSwitched(wanted)],
    largest: () => [beingSwitched(wanted)],
  },
  {
    view: 'analytics/analytics.renderExport',
    smallest: () => [renderExport({ ...asked, stage: { is: 'failed', reason: 'x' } }, { aside: false })],
    largest: (text) => {
      const summary = largestSummary(text);
      const numbers = { rows: 1e9, summary, sample: many(101, () => many(21, () => text(400))) };
      const file = { failed: text(600) };
      const here: ExportStage = { is: 'here', numbers, file, slackUrl };
      const raw: ExportStage = { ...here, numbers: { ...numbers, summary: { ...summary, metrics: [] } } };
      return [here, raw, { is: 'failed', reason: text(600) } as const].flatMap((stage) => {
        const { plain, ...said } = renderExport({ ...asked, brand: text(400), stage }, { aside: true });
        return plain ? [said, { ...said, blocks: plain }] : [said];
      });
    },
  },
  {
    view: 'analytics/analytics.onTheirWay',
    smallest: () => [onTheirWay('x')],
    largest: (text) => [onTheirWay(text(400))],
  },
  {
    view: 'catalog/connect.connectLink',
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
        authProvider: text(300),
        authUrl: `https://example.com/${'a'.repeat(2_900)}`,
        instructions: text(5_000),
      };
      const about = { brand: { id: longId, name: text(400) }, provider: 'tiktok' as const };
      return [connectLink(about, connection, text(200))];
    },
  },
];
