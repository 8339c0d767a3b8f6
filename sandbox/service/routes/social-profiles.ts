import type { z } from 'zod';
import { answerWhole } from '#sandbox/service/answers/lists.ts';
import { describeProfile, wrapRecord } from '#sandbox/service/answers/records.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { needBrand } from '#sandbox/service/posts/checks.ts';
import { listQueryFor } from '#sandbox/service/routes/list-query.ts';
import { connectionDescriptor, connectionQuery, type Provider } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

const networkNames: Record<Provider, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  tiktok: 'TikTok',
};

/** `GET /social-profiles` and the social connection descriptor. */
export function socialProfileRoutes(world: World): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/social-profiles',
      about: 'The connected social profiles of a brand.',
      success: { status: 200, about: 'Success' },
      query: listQueryFor(world),
      handle({ query }) {
        needBrand(world, query.brandId);
        const profiles = world.store.profiles.list(query.brandId);
        const records = profiles.map((profile) => describeProfile(profile, world));
        return answerWhole('socialProfiles', records, query, world);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/social-profiles/connection-url',
      about: 'A browser URL that starts the connection of a social account.',
      success: { status: 200, about: 'The social connection descriptor', body: connectionDescriptor },
      query: connectionQuery[world.variants.connectionUrlParameter],
      handle({ query }) {
        const brand = needBrand(world, 'brandId' in query ? query.brandId : query.workspaceId);
        const descriptor = describeConnection(brand.id, query.provider, world.origin());
        return { status: 200, body: wrapRecord(descriptor, world) };
      },
    }),
  ];
}

function describeConnection(
  brandId: string,
  provider: Provider,
  origin: string,
): z.output<typeof connectionDescriptor> {
  // an Instagram business account is connected through Facebook
  const authProvider = provider === 'instagram' ? 'facebook' : provider;
  const query = new URLSearchParams({ brandId, provider });
  return {
    provider,
    authProvider,
    authUrl: `${origin}/connect/${authProvider}?${query}`,
    callbackUrl: `${origin}/connected`,
    instructions: `Open the address in a browser where you are signed in, and allow access to ${networkNames[provider]}.`,
  };
}
