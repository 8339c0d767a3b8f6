/** The field for the social profiles of a post. */
import type { InputBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { block, lists, manyOf } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';

/**
 * The action id of a field with preselected profiles. It's another one because, when a form is updated, Slack
 * keeps the value of a field with the same id.
 */
export const preselectedList = 'profiles.preselected';

/** `chosen`: the profiles that are preselected. */
export function profilesField(context: ModalContext, chosen: readonly Named[] = []): InputBlock {
  const list = chosen.length > 0 ? preselectedList : lists.profiles;
  return manyOf(block.profiles(context.brand), 'Social profiles', list, context, 'Choose social profiles', {
    chosen,
  });
}

/**
 * The same field in a form that creates something. It says what an empty list means before anything is
 * created or paid for, and why a brand's list begins empty. It stays optional, as in the service's contract:
 * a post can get its profiles later, here or in the web app.
 */
export function newProfilesField(
  context: ModalContext,
  chosen: readonly Named[],
  posts: 'post' | 'posts',
): InputBlock {
  return {
    ...profilesField(context, chosen),
    hint: plain(noProfilesHint(posts, chosen.length > 0 ? undefined : context.brand)),
  };
}

/** `brand`: was chosen, and has no profiles to preselect. */
export function noProfilesHint(posts: 'post' | 'posts', brand?: Named): string {
  const where = brand
    ? `${clip(brand.name, 100)} has no default profiles, so choose where to publish the ${posts}. If you don’t choose any,`
    : `Where to publish the ${posts}. If you don’t choose any profiles,`;
  return `${where} the ${posts} might not be published anywhere.`;
}
