import { answerCampaign, answerCreated } from '#sandbox/service/answers/ids.ts';
import { queueCampaign, queuePost } from '#sandbox/service/generation/queue.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { needBrand } from '#sandbox/service/posts/checks.ts';
import { aiPostBody, brandQuery, campaignBodyOf, readCampaign } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** `POST /post/ai` and `POST /campaigns`: both answer at once and are done in the background. */
export function generationRoutes(world: World): Route[] {
  const status = world.variants.queuedStatus;
  return [
    defineRoute({
      method: 'POST',
      path: '/post/ai',
      about: 'Queues an AI-generated draft post.',
      success: { status, about: 'Queued, with status GENERATING' },
      query: brandQuery,
      body: aiPostBody,
      handle({ query, body }) {
        const post = queuePost(world, needBrand(world, query.brandId).id, body);
        return { status, body: answerCreated(post.id, { status: 'GENERATING' }, world.variants) };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/campaigns',
      about: 'Queues generation of a multi-post AI campaign.',
      success: { status, about: 'Queued, with status GENERATING' },
      query: brandQuery,
      body: campaignBodyOf(world.variants.campaignNames),
      handle({ query, body }) {
        const wanted = readCampaign(world.variants.campaignNames, body);
        const campaign = queueCampaign(world, needBrand(world, query.brandId).id, wanted.prompt, wanted);
        return { status, body: answerCampaign(campaign.id, world.variants) };
      },
    }),
  ];
}
