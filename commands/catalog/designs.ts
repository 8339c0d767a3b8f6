import { madeInService, namedRow } from '#views/catalog/lists.ts';
import { brandList } from './brand-list.ts';

export const designs = brandList({
  word: 'designs',
  about: 'List a brand’s Studio designs',
  things: 'Studio designs',
  none: () => madeInService,
  load: async ({ questions }, brand, call) => (await questions.studioDesigns(brand.id, call)).map(namedRow),
});
