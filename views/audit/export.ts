/** What people read with the exported audit trail. Plain text. */

import { number } from '#views/kit/language.ts';

export const auditOnItsWay = 'The audit trail you asked for is on its way.';

export const auditPerhaps =
  'I couldn’t confirm whether Slack shared the audit trail. If it isn’t here, export it again.';

export const auditUnsent = 'Couldn’t send you the audit trail. Export it again in a minute.';

/** `found` of the `all` that the trail has; `head`: the hash of the last. */
export const auditSent = (found: number, all: number, head: string): string =>
  `The audit trail you asked for: ${number(found)} of ${number(all)} entries, up to the head \`${head}\`.`;
