/** The text of a notification about several posts, or with a long note. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import { aCard, at, campaignRequest, problem } from '#test/posts/card/samples.ts';
import { renderIncident } from '#views/notifications/incident.ts';
import { renderNotification } from '#views/notifications/notification.ts';
import { serviceReason } from '#views/posts/service-reason.ts';
import { publishedNowhere } from '#views/posts/warnings.ts';

const options = {
  slackUrl: 'https://presscheck.slack.com/',
  now: Date.parse(at),
  slash: (name: string) => `/${name}`,
};

function rendered(...events: PostEvent[]) {
  const lines = events.map((event, i) => ({ card: aCard({ id: `card-${i}` }), event, asked: false }));
  const mentions = Array.from({ length: 40 }, (_, i) => ({ kind: 'user', id: `U0000000${i}` }) as const);
  return renderNotification({ lines, mentions, root: 'card-0', names: new Map([['U0BO', 'Bo']]) }, options);
}

const by = 'U0BO';

test('a note of many short lines fits into the message', () => {
  for (const note of [`a${'\n'.repeat(2_900)}b`, 'a\n'.repeat(1_450), 'a\n\n'.repeat(900)])
    for (const block of rendered({ type: 'changes_requested', by, note }).blocks)
      assert.ok(block.type !== 'section' || (block.text?.text.length ?? 0) <= 3_000);
});

test('a message about several posts gives each one’s words, and shared ones once', () => {
  const notes = ['Shorter', 'Name the farm', 'Shorter'].map(
    (note): PostEvent => ({ type: 'changes_requested', by, note }),
  );
  const { text } = rendered(...notes);
  assert.match(text, /Bo requested changes to 2 posts\.\n>Shorter\n/);
  assert.match(text, /Bo requested changes to .*Name the farm/s);
});

test('if anyone can approve, the message says so for one card and for several', () => {
  const asking: PostEvent = { type: 'approval_requested', by, anyone: true };
  assert.ok(rendered(asking).text.endsWith(' can approve it on its card.'));
  assert.ok(rendered(asking, asking).text.endsWith(' can approve them on their cards.'));
});

test('the reader’s approval is requested before what someone wrote, and once', () => {
  const card = aCard({ id: 'card-0' });
  const says = (event: PostEvent) =>
    renderNotification({ lines: [{ card, event, asked: true }], mentions: [], names: new Map() }, options)
      .text;
  assert.match(
    says({ type: 'approval_requested', by, note: 'Before noon' }),
    /approval is needed\.\n>Before noon$/,
  );
  const cleared = says({ type: 'approvals_cleared', by, approvers: ['U0CY'] });
  assert.equal(cleared.match(/your approval/gi)?.length, 1);
});

test('the alert about a key says whether it’s missing, and how this workspace enters another one', () => {
  const keyHint = 'A workspace admin can enter another key with /social key.';
  const alert = (status?: number, kind: 'key' | 'down' = 'key'): string => {
    const cause = kind === 'key' ? 'key' : 'away';
    const failure = { kind, endpoint: 'POST /post', status, keyHint } as const;
    const problem = { step: 'publish', at, code: 'publish_failed', failure, cause } as const;
    const cards = [aCard({ id: 'card-0', problem })];
    const elsewhere = { count: 0, places: 0 };
    return renderIncident({ cause, since: at, cards, count: 1, elsewhere }, options).text;
  };
  assert.match(alert(401), /rejected the API key\..*\/social key\.$/s);
  assert.match(alert(), /The API key for the publishing service is missing\..*\/social key\.$/s);
  assert.doesNotMatch(alert(), /rejected/);
  assert.doesNotMatch(alert(500, 'down'), /key/);
});

test('the required action is first', () => {
  const { text } = rendered(
    { type: 'planned', by, time: at },
    { type: 'changes_requested', by, note: 'Shorter' },
  );
  assert.match(text, />: Bo requested changes to .*\nBo set the planned time/s);
});

test('failures at two steps aren’t described as one', () => {
  const failed = (step: 'publish' | 'update'): PostEvent => ({
    type: 'failed',
    problem: problem(step),
  });
  const { text } = rendered(failed('publish'), failed('update'));
  assert.match(text, /Couldn’t publish “Fresh beans”/);
  assert.match(text, /Couldn’t update “Fresh beans”/);
});

test('cleared approvals are reported with what changed', () => {
  const cleared = { type: 'approvals_cleared', by, approvers: ['U0CY'] } as const;
  const says = (event: Partial<PostEvent>) => rendered({ ...cleared, ...event } as PostEvent).text;
  assert.match(
    says({ changed: ['caption', 'profiles'] }),
    /Bo edited the caption and social profiles of “Fresh beans”, so its/,
  );
  assert.match(
    says({ changed: ['media', 'time'], time: at }),
    /Bo edited the files and time of “Fresh beans” \(new time: <!date\S* at \{time\}\|[^>]+>\), so its/,
  );
  assert.match(
    says({ changed: ['time'], was: at }),
    /Bo removed the planned time from “Fresh beans”, so its/,
  );
  assert.match(says({}), /Bo edited “Fresh beans”, so its/);
});

test('a notification about several posts names those without social profiles separately', () => {
  const event = { type: 'published', onSchedule: true } as const;
  const line = (id: string, profiles: Card['content']['profiles']) => {
    const card = aCard({ id, content: { ...aCard().content, profiles } });
    return { card, event, asked: false };
  };
  const somewhere = [{ id: 'profile-1', name: 'Instagram · northwind.coffee' }];
  const lines = [line('1', []), line('2', somewhere), line('3', []), line('4', somewhere)];
  const { text } = renderNotification({ lines, mentions: [], names: new Map() }, options);
  assert.deepEqual(text.split('\n'), [
    `2 posts were published from the publishing service. ${publishedNowhere('these posts')}`,
    '2 posts were published as scheduled.',
  ]);
});

test('the correction of a notification about several posts is about all of them', () => {
  const correction = (posts: number, ended: PostEvent): string => {
    const event = { type: 'approval_requested', by } as const;
    const lines = Array.from({ length: posts }, (_, i) => ({
      card: aCard({ id: `card-${i}` }),
      event,
      ended,
      asked: false,
    }));
    const { blocks } = renderNotification({ lines, mentions: [], names: new Map([['U0BO', 'Bo']]) }, options);
    return JSON.stringify(blocks);
  };
  const approved: PostEvent = { type: 'approved', by };
  assert.match(correction(1, approved), /Update:\* Bo approved it\./);
  assert.match(correction(2, approved), /Update:\* Bo approved them\./);
  assert.match(correction(2, { type: 'post_ready' }), /Update:\* They’re ready\./);
  assert.match(correction(2, { type: 'planned', by }), /Update:\* Their planned times were removed\./);
});

test('a sentence that ends with a post’s text has one period', () => {
  const message = { channel: 'C0SOCIAL', ts: '1.000001' };
  const saysOf = (caption: string, elsewhere: object = {}) => {
    const card = aCard({ content: { ...aCard().content, caption }, ...elsewhere });
    const line = { card, event: { type: 'rejected', by, reason: '' } as const, asked: false };
    const names = new Map([['U0BO', 'Bo']]);
    const { text, blocks } = renderNotification({ lines: [line], mentions: [], names }, options);
    return [text, blocks[0]?.type === 'section' && blocks[0].text?.text];
  };
  assert.deepEqual(saysOf('Doors open at nine.', { message }), [
    'Bo rejected “Doors open at nine”.',
    'Bo rejected “<https://presscheck.slack.com/archives/C0SOCIAL/p1000001|Doors open at nine>”.',
  ]);
  assert.deepEqual(saysOf('Soon...')[0], 'Bo rejected “Soon...”.');
});

const failed = (problem: Problem): PostEvent => ({ type: 'failed', problem });
const rowsIn = ({ blocks }: ReturnType<typeof rendered>): string[] =>
  blocks
    .flatMap((block) => (block.type === 'rich_text' ? block.elements : []))
    .flatMap((list) => (list.type === 'rich_text_list' ? list.elements : []))
    .map((row) => row.elements.map((element) => ('text' in element ? element.text : '')).join(''));

test('a message about several failed posts gives the reason of each next to it', () => {
  const because = (kind: 'busy' | 'timeout') =>
    ({ step: 'publish', at, code: 'publish_failed', failure: { kind, endpoint: 'GET /post' } }) as const;
  for (const kinds of [
    ['busy', 'timeout'],
    ['busy', 'busy'],
  ] as const) {
    const several = rendered(...kinds.map((kind) => failed(because(kind))));
    assert.match(several.text, /Couldn’t publish 2 posts\.$/);
    assert.deepEqual(
      rowsIn(several),
      kinds.map((kind) => `Fresh beans  ·  ${serviceReason(because(kind).failure)}`),
    );
  }
});

test('the long reasons of many posts fit into the message', () => {
  const many = rendered(
    ...Array.from({ length: 30 }, (_, i) =>
      failed({ step: 'due', at, code: 'due_not_published', shows: `${i} ${'a'.repeat(1_000)}` }),
    ),
  );
  for (const row of rowsIn(many)) assert.ok(row.length <= 220, row);
});

test('each campaign’s message counts its ready and its failed posts', () => {
  const ready = (posts: { ready: number; failed: number; requested: number }, problem?: Problem): string => {
    const event: PostEvent = { type: 'campaign_ready', posts, ...(problem && { problem }) };
    const card = aCard({ kind: 'campaign', request: campaignRequest, posts: ['card-1', 'card-2'] });
    const lines = ['card-1', 'card-2'].map((id) => ({ card: { ...card, id }, event, asked: false }));
    const message = { lines, mentions: [], names: new Map() } as const;
    return renderNotification(message, options).text;
  };
  const twice = (sentence: string): string => `${sentence}\n${sentence}`;
  const campaign = 'the campaign “Fresh beans”';
  assert.equal(
    ready({ ready: 3, failed: 0, requested: 3 }),
    twice('The campaign “Fresh beans” is ready, with 3 posts.'),
  );
  assert.equal(
    ready({ ready: 0, failed: 3, requested: 3 }),
    twice(`None of the posts in ${campaign} could be generated.`),
  );
  assert.equal(
    ready({ ready: 1, failed: 2, requested: 3 }),
    twice(`1 of 3 posts in ${campaign} is ready. 2 failed.`),
  );
  assert.equal(ready({ ready: 2, failed: 0, requested: 3 }), twice(`2 of 3 posts in ${campaign} are ready.`));
  const late = (came: number): Problem => ({
    step: 'generate',
    at,
    code: 'campaign_incomplete',
    came,
    requested: 3,
  });
  assert.equal(
    ready({ ready: 2, failed: 0, requested: 3 }, late(2)),
    twice(`2 of 3 posts in ${campaign} are ready. The remaining post wasn’t ready in time.`),
  );
  assert.equal(
    ready({ ready: 0, failed: 0, requested: 3 }, late(0)),
    twice(`No posts in ${campaign} are ready. The publishing service took too long.`),
  );
});
