/** Who can decide about several posts at once, and whose words and reactions of approval count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, textOf } from '#sandbox/chat/json.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { aCard, at, campaignRequest } from '#test/posts/card/samples.ts';
import { workspace } from '#test/support/bot.ts';
import { redisOf } from '#test/support/stored.ts';
import { reviewModal } from '#views/campaigns/review.ts';
import { batchCheck } from '#views/campaigns/review-check.ts';
import { ownDecision, wordsBlock } from '#views/campaigns/review-decisions.ts';
import { aCardIn, field, inBatches, sends, start, viewOf } from './bot.ts';
import { elsewhere, everyone, expected, oncePer, says } from './who-can.ts';

const inTwoDays = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2 * 86_400_000).toISOString();

test('decisions about several posts, by role and rule, are checked when chosen and confirmed', async (t) => {
  const started = await start(t, { listsBrands: true });
  const { redis } = redisOf(t, started.settings);
  const actions = [
    ['approve', 'approve', undefined],
    ['reject', 'decide', undefined],
    ['move', 'touch', inTwoDays],
    ['each', 'decide', undefined],
  ] as const;
  const cells = everyone().flatMap((cell) =>
    actions.map(([expectedOutcome, act, to]) => ({ ...cell, action: expectedOutcome, act, to })),
  );
  const rows = oncePer(
    cells,
    ({ who, brand, act }) => expected(who, brand, act),
    ({ action }) => action,
  );
  await inBatches(rows, async ({ role, who, brand, action, act, to }) => {
    const what = `${role}, rule: ${brand}, ${action}`;
    const card = await aCardIn(started, 'review', brand);
    const id = `campaign-of-${card.id}`;
    const about = { id, workspace, brand: card.brand, posts: [card.id], state: 'review' as const };
    const campaign = aCard({ ...about, kind: 'campaign', renderedVersion: 1 }, campaignRequest);
    await started.cards.add(campaign);
    const seen = contentHash(card);
    const view = viewOf(card);
    const send = (callback_id: string, private_metadata: string, values: object) =>
      sends(started, who, { id: view, callback_id, private_metadata, values });
    const expectedOutcome = expected(who, brand, act);
    const option = (value: string) => ({ value, text: { text: 'x' } });
    const metadata = reviewModal.reading(campaign).private_metadata ?? '';
    if (action !== 'move' && action !== 'each') {
      const chosen = { 'post.1.0': { choose: { selected_options: [option(seen)] } } };
      const chosenAction = field('wish', { selected_option: option(action) });
      const text = JSON.stringify(
        (await send(reviewModal.id, metadata, { ...chosen, ...chosenAction })).body,
      );
      if (who.foreign) assert.equal(text, undefined, what);
      else
        assert.match(
          text,
          expectedOutcome === 'done' ? /(Reject|Approve|Schedule|Publish) 1 post\?/ : says[expectedOutcome],
          what,
        );
    }
    const own = action === 'each' && { act: ownDecision('request_changes') };
    const found = {
      chosen: { n: 1, contentHash: seen },
      card,
      to,
      ...own,
      found: { outcome: 'published' as const },
    };
    const check = batchCheck.render(campaign, { act: action }, [found], {
      undoForMs: 0,
      zones: { reader: 'UTC' },
    });
    const confirm = (told: string) =>
      send(batchCheck.id, told, {
        ...field('reason', { value: 'Too early' }),
        ...field(wordsBlock(1), { value: 'Name the street' }),
      });
    const first = await confirm(check.private_metadata ?? '');
    // the shown outcome is made up here, so the form asks again with the real one
    const anew = textOf(fieldsOf(fieldsOf(first.body).view).private_metadata);
    const answer = anew === '' ? first : await confirm(anew);
    assert.equal(answer.status, 200, what);
    const batch = `${started.settings.REDIS_PREFIX}:{${workspace}}:batch:${view}`;
    assert.equal(
      await redis.exists(batch),
      expectedOutcome === 'done' ? 1 : 0,
      `${what}: ${JSON.stringify(answer.body)}`,
    );
    assert.equal((await started.cards.get(workspace, card.id))?.revision, card.revision, what);
  });
});

test('words and reactions of approval, by role and rule: only approvers are offered the button', async (t) => {
  const started = await start(t, { listsBrands: true });
  const cells = everyone().flatMap((cell) =>
    (['lgtm', 'white_check_mark'] as const).map((word) => ({ ...cell, word })),
  );
  const rows = oncePer(
    cells,
    ({ who, brand }) => expected(who, brand, 'approve'),
    ({ word }) => word,
  );
  await inBatches(rows, async ({ role, who, brand, word }) => {
    const card = await aCardIn(started, 'review', brand);
    const [, n] = card.id.split('-');
    // a reply in a campaign's thread, so that the response to a reaction is in the thread, too
    const [channel, thread, ts, later] = ['C0SOCIAL', `${n}.000001`, `${n}.000002`, `${n}.000003`];
    const message = { channel, ts: word === 'lgtm' ? thread : ts, thread };
    await started.cards.transition(workspace, card.id, {
      type: 'record_message',
      message,
      renderedVersion: 1,
      at,
    });
    const team = { user_team: who.foreign ? elsewhere : (who.team ?? workspace) };
    const event =
      word === 'lgtm'
        ? { type: 'message', text: word, ts: later, channel, thread_ts: thread, ...team }
        : {
            type: 'reaction_added',
            reaction: word,
            item: { type: 'message', channel, ts },
            event_ts: later,
          };
    await started.chat.deliver.event({ ...event, user: who.id }, undefined, {
      team_id: who.foreign ? elsewhere : workspace,
    });
    const offers = started.chat.calls.filter(
      ({ method, args }) => method === 'chat.postEphemeral' && args.thread_ts === thread,
    );
    const expectedOutcome = expected(who, brand, 'approve') === 'done' ? [who.id] : [];
    assert.deepEqual(
      offers.map(({ args }) => args.user),
      expectedOutcome,
      `${role}, rule: ${brand}, ${word}`,
    );
  });
});
