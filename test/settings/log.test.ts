import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSecrets } from '#src/log.ts';

test('a line of the log has no secret of the settings in it, and no token of Slack', () => {
  const clean = withoutSecrets(['a-secret-with-"quotes"', 'short']);
  const line = JSON.stringify({
    msg: 'it failed with a-secret-with-"quotes"',
    err: 'Bearer xoxb-1-2-abc, xoxe.xoxb-1-abc, xoxe-1-abc, xapp-1-A-2-c',
    card: 'a short one',
  });
  assert.deepEqual(JSON.parse(clean(line)), {
    msg: 'it failed with •••',
    err: 'Bearer •••, •••, •••, •••',
    card: 'a short one',
  });
});
