import { analyticsRows, postRows, writeCsv } from '#sandbox/service/content/analytics.ts';
import type { Answer } from '#sandbox/service/http/answer.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { needBrand } from '#sandbox/service/posts/checks.ts';
import { brandQuery } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** `GET /analytics/export`: the last 30 days, one row for each day and profile, or for each day and published post. */
export function analyticsRoutes(world: World): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/analytics/export',
      about: 'Exports the analytics of a brand.',
      success: { status: 200, about: 'Success' },
      query: brandQuery,
      handle({ query }): Answer {
        const { id } = needBrand(world, query.brandId);
        const profiles = world.store.profiles.list(id);
        const rows =
          world.variants.analyticsRows === 'profiles'
            ? analyticsRows(profiles, world.now(), world.variants)
            : postRows(
                world.store.posts.all().filter(({ brandId }) => brandId === id),
                profiles,
                world.now(),
                world.variants,
              );
        switch (world.variants.analytics) {
          case 'csv':
            return { status: 200, text: writeCsv(rows), type: 'text/csv; charset=utf-8' };
          case 'csv-untyped':
            return { status: 200, text: writeCsv(rows), type: undefined };
          case 'json':
            return { status: 200, body: rows };
          case 'json-rows':
            return { status: 200, body: { rows } };
          default:
            return { status: 200, text: JSON.stringify(rows), type: 'text/plain; charset=utf-8' };
        }
      },
    }),
  ];
}
