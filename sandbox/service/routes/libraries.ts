import { answerWhole } from '#sandbox/service/answers/lists.ts';
import { describeDesign, describeLibrary } from '#sandbox/service/answers/records.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { needBrand } from '#sandbox/service/posts/checks.ts';
import { listQueryFor } from '#sandbox/service/routes/list-query.ts';
import type { World } from '#sandbox/service/world.ts';

/** `GET /hashtag-libraries` and `GET /studio-templates`. */
export function libraryRoutes(world: World): Route[] {
  const success = { status: 200, about: 'Success' };
  return [
    defineRoute({
      method: 'GET',
      path: '/hashtag-libraries',
      about: 'The hashtag libraries of a brand.',
      success,
      query: listQueryFor(world),
      handle({ query }) {
        const { id } = needBrand(world, query.brandId);
        const records = world.store.libraries.list(id).map(describeLibrary);
        return answerWhole('hashtagLibraries', records, query, world);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/studio-templates',
      about: 'The Studio designs of a brand.',
      success,
      query: listQueryFor(world),
      handle({ query }) {
        const { id } = needBrand(world, query.brandId);
        const records = world.store.designs.list(id).map((design) => describeDesign(design, world));
        return answerWhole('studioTemplates', records, query, world);
      },
    }),
  ];
}
