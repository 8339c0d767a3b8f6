import { answerList } from '#sandbox/service/answers/lists.ts';
import { wrapRecord } from '#sandbox/service/answers/records.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { Problem } from '#sandbox/service/problem.ts';
import type { World } from '#sandbox/service/world.ts';

/** `GET /me` and `GET /brands`; neither takes a parameter, so brands have no pages. */
export function accountRoutes(world: World): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/me',
      about: 'The context of the authenticated user.',
      success: { status: 200, about: 'Success' },
      handle() {
        const [user] = world.store.users.list();
        if (!user) throw new Problem(500, 'Unknown error');
        return { status: 200, body: wrapRecord(user, world) };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/brands',
      about: 'Lists all brands owned by the caller.',
      success: { status: 200, about: 'Success' },
      failures: { 500: 'Unknown error' },
      handle() {
        const brands = world.store.brands.list();
        const whole = { page: 0, offset: 0, limit: brands.length };
        return answerList('brands', brands, brands.length, whole, world);
      },
    }),
  ];
}
