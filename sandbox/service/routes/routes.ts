import type { Route } from '#sandbox/service/http/route.ts';
import { accountRoutes } from '#sandbox/service/routes/account.ts';
import { analyticsRoutes } from '#sandbox/service/routes/analytics.ts';
import { generationRoutes } from '#sandbox/service/routes/generation.ts';
import { libraryRoutes } from '#sandbox/service/routes/libraries.ts';
import { postRoutes } from '#sandbox/service/routes/posts.ts';
import { socialProfileRoutes } from '#sandbox/service/routes/social-profiles.ts';
import { workflowRoutes } from '#sandbox/service/routes/workflows.ts';
import type { World } from '#sandbox/service/world.ts';

/** service-api.md, "Endpoints". The removed ones are not here, so they answer 404. */
export function allRoutes(world: World): Route[] {
  return [
    ...accountRoutes(world),
    ...socialProfileRoutes(world),
    ...postRoutes(world),
    ...generationRoutes(world),
    ...workflowRoutes(world),
    ...libraryRoutes(world),
    ...analyticsRoutes(world),
  ];
}
