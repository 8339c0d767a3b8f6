/** What people read with the exported audit trail. Plain text. */

import { count, number } from '#views/kit/language.ts';

export const auditOnItsWay = 'I’m preparing the audit trail you requested.';

export const auditPerhaps =
  'I couldn’t confirm whether Slack shared the audit trail. If it isn’t here, export it again.';

export const auditUnsent = 'Couldn’t send you the audit trail. Export it again in a minute.';

/** `found` of the `all` that the trail has; `head`: the hash of the last. */
export const auditSent = (found: number, all: number, head: string): string =>
  `Here’s the audit trail you requested, with ${number(found)} of ${count(all, 'entry')}. The latest entry in the trail has the hash \`${head}\`.`;
