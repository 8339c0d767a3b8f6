import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isApprovalReply } from '#src/approval/approval-signals.ts';

const approvals = [
  'lgtm',
  'LGTM',
  'Lgtm!',
  ' lgtm. ',
  'LGTM :+1:',
  'lgtm :thumbsup::skin-tone-3:',
  ':white_check_mark: approved',
  'LGTM 👍',
  '👍🏽👏 lgtm ❤️',
  '✅ approved ✔',
  'approved',
  'Approved.',
  'APPROVED!!!',
  '*approved*',
  '_lgtm_',
  '<@U0ANA> lgtm',
  'Approved, <@U0ANA>!',
  'lgtm\n',
  'lgtm, thanks',
  'LGTM!! 🎉',
  'Thank you <@U0ANA>, approved :tada:',
  'Approved. Great work, everyone!',
  'lgtm - ship it',
  'Looks good to me, approved',
];

const others = [
  '',
  'not approved',
  'approved?',
  'lgtm?',
  'is this approved',
  'not lgtm',
  'lgtm, but change the time',
  'approved if Bo agrees',
  'I approved this',
  'almost approved',
  'disapproved',
  'unapproved',
  'approve',
  'lgtmm',
  'lgtm approved',
  'lgtm, thanks?',
  'lgtm, not this one',
  'lgtm, thanks, but not today',
  'lgtm once the link is fixed',
  'lg tm',
  'thanks',
  '~approved~',
  '`lgtm`',
  '&gt; lgtm',
  ':-1: lgtm',
  ':x: approved',
  '👎 lgtm',
  'lgtm 🤔',
  'lgtm ❤️‍🔥',
  'lgtm https://example.com',
  'no',
  '!',
  `lgtm${'!'.repeat(500)}`,
];

test('words that count as an approval', () => {
  assert.deepEqual(
    approvals.filter((text) => !isApprovalReply(text)),
    [],
  );
});

test('words that don’t count as an approval', () => {
  assert.deepEqual(others.filter(isApprovalReply), []);
});
