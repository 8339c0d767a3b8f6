import { madeInService, namedRow } from '#views/catalog/lists.ts';
import { brandList } from './brand-list.ts';

export const libraries = brandList({
  word: 'libraries',
  about: 'List a brand’s hashtag libraries',
  things: 'Hashtag libraries',
  none: () => madeInService,
  load: async ({ questions }, brand, call) =>
    (await questions.hashtagLibraries(brand.id, call)).map(namedRow),
});
