/** How the card of a campaign looks: its posts are a carousel, or a list if Slack refuses that. */
import type { Logger } from 'pino';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { type RenderedWith, saysUnavailable } from '#src/posts/card/rendering.ts';
import { reviewOf } from '#src/posts/card/rule.ts';
import type { Look, Renderer } from '#src/posts/card-renderer.ts';
import { hasCarousel, renderCampaign } from '#views/campaigns/card.ts';

/** How long a workspace gets lists after Slack has refused a carousel. It may have carousels by then. */
const carouselAgainMs = 3_600_000;

export function createCampaignRenderer(
  log: Logger,
  lookOf: (card: Card) => Promise<Look>,
  slash: (name: string) => string,
) {
  // kept per process: another one only asks Slack once more
  let noCarouselUntil = 0;

  return async (campaign: Card, posts: Card[], { mentions }: RenderedWith): Promise<Renderer> => {
    // all posts have the same brand and author, and the zone is only read for a planned time
    const look = await lookOf(posts.find(timeOf) ?? campaign);
    const { paused } = look;
    const { now } = look.clock;
    if (!hasCarousel(campaign, posts) || now < noCarouselUntil)
      return {
        render: (options) => renderCampaign(campaign, posts, { ...options, mentions, paused, slash }),
        isTemporary: false,
      };
    const approvers = look.review?.approvers;
    let isBare = false;
    return {
      render(options) {
        isBare = options.detail === 'bare';
        return renderCampaign(campaign, posts, {
          ...options,
          mentions,
          paused,
          slash,
          look: { ...look, approvers },
        });
      },
      isTemporary:
        approvers !== undefined &&
        posts.some((post) => saysUnavailable(post, reviewOf(post, approvers, now))),
      rendered() {
        if (!isBare) return;
        noCarouselUntil = now + carouselAgainMs;
        log.info({ card: campaign.id }, 'Slack refused a carousel; showing campaigns as lists for an hour');
      },
    };
  };
}
