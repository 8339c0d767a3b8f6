/** The field for the social profiles of a post. */
import type { InputBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { block, lists, manyOf } from '#views/kit/fields.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';

/**
 * The same list of profiles where some are selected already. Slack keeps what a field holds when a form is drawn again, and
 * with another action id it takes the new selection.
 */
export const preselectedList = 'profiles.preselected';

/** `chosen`: the profiles that are chosen already. */
export function profilesField(context: ModalContext, chosen: readonly Named[] = []): InputBlock {
  const list = chosen.length > 0 ? preselectedList : lists.profiles;
  return manyOf(block.profiles(context.brand), 'Social profiles', list, context, 'Where it goes', { chosen });
}

/** The same in a form that creates something: it says what an empty list means before anything is created or paid for. */
export function newProfilesField(
  context: ModalContext,
  chosen: readonly Named[],
  posts: 'post' | 'posts',
): InputBlock {
  return { ...profilesField(context, chosen), hint: plain(noProfilesHint[posts]) };
}

export const noProfilesHint = {
  post: 'Where the post goes. If you select none, the service may not publish it anywhere.',
  posts: 'Where the posts go. If you select none, the service may not publish them anywhere.',
};
