import { answerCampaign, answerCreated } from '#sandbox/service/answers/ids.ts';
import { queueCampaign, queuePost } from '#sandbox/service/generation/queue.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { needBrand } from '#sandbox/service/posts/checks.ts';
import { aiPostBody, brandQuery, campaignBody, campaignTopicBody } from '#sandbox/service/schemas.ts';
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
      body: world.variants.campaignBrief === 'prompt' ? campaignBody : campaignTopicBody,
      handle({ query, body }) {
        const brief = 'prompt' in body ? body.prompt : body.topic;
        const campaign = queueCampaign(world, needBrand(world, query.brandId).id, brief, body);
        return { status, body: answerCampaign(campaign.id, world.variants) };
      },
    }),
  ];
}
