import { connectOne, profileRow } from '#views/catalog/lists.ts';
import { brandList } from './brand-list.ts';

export const profiles = brandList({
  word: 'profiles',
  about: 'List a brand’s connected social profiles',
  things: 'Social profiles',
  none: ({ slash }) => connectOne(slash('social')),
  load: async ({ questions }, brand, call) => (await questions.profiles(brand.id, call)).map(profileRow),
});
