/** What only workspace admins can change, and whom to ask. */
import type { Named } from '#src/platform/publishing-api/request.ts';
import { alternatives } from './language.ts';
import { person } from './text.ts';

/** Below a list, as mrkdwn. `what`: such as `the posting times`. */
export const adminsCanEdit = (what: string, admins: readonly Pick<Named, 'id'>[]): string =>
  [
    `Workspace admins can edit ${what}.`,
    ...(admins.length > 0 ? [`Ask ${alternatives(admins.map(({ id }) => person(id)))}.`] : []),
  ].join(' ');
