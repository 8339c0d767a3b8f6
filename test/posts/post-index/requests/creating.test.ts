/** What creating a post costs in a brand with a history, counted on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SimulatedTeam } from '#bench/parts/simulated-team.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';

const ready = cardSays.ready;

const requestsTo = ({ service }: SimulatedTeam, endpoint: string, from: number): number =>
  service.requests.slice(from).filter(({ method, path }) => `${method} ${path}` === endpoint).length;

for (const history of oneOf([2_001, 600, 1_999, 10_000]))
  test(`a post in a brand of ${history} is created with one request, even the first one`, (t) =>
    withSimulatedTeam(t, { history, waitSeconds: 120 }, async (team) => {
      for (const text of ['First words', 'Second words']) {
        const from = team.service.requests.length;
        await team.submits(`/post ${text}`, team.brand(0));
        await team.card(text, ready);
        assert.equal(requestsTo(team, 'POST /post', from), 1);
        assert.equal(requestsTo(team, 'GET /post', from), 0);
      }
    }));

longTest('four pages are read before the first AI post, and none before the next', (t) =>
  withSimulatedTeam(t, { history: 301, waitSeconds: 120 }, async (team) => {
    const sent = async (text: string) => {
      await team.waitForFreshQuota();
      const from = team.service.requests.length;
      await team.submits(`/ai-post ${text}`, team.brand(0));
      await team.card(text.slice(1), ready);
      const asked = team.service.requests.slice(from);
      return asked.slice(
        0,
        asked.findIndex(({ path }) => path === '/post/ai'),
      );
    };
    const reads = (requests: SimulatedTeam['service']['requests']): number =>
      requests.filter(({ path }) => path === '/post').length;
    assert.equal(reads(await sent('An idea for the autumn menu')), 4);
    assert.equal(reads(await sent('An idea for the winter menu')), 0);
  }),
);
