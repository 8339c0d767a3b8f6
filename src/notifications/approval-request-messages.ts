/** Renders the direct messages that ask people to approve a card. */

import { createHash } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import type { Posted } from '#src/platform/slack/messages.ts';
import { postMessage, withoutPreviews } from '#src/platform/slack/post-message.ts';
import { noMessage, unlessRefusedFor } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import { type Role, roleIn } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { type HomeEntry, permissionsOf, waitsFor } from '#src/posts/card/permissions.ts';
import type { RenderedWith } from '#src/posts/card/rendering.ts';
import { type CurrentApprovers, reviewOf } from '#src/posts/card/rule.ts';
import { inDetail } from '#src/posts/card-renderer.ts';
import type { Direct } from '#src/settings/notification-preferences.ts';
import {
  type ApprovalRequestOptions,
  renderApprovalRequest,
  renderCampaignRequest,
} from '#views/notifications/approval-request.ts';

/** A direct message that asks one person to approve a card, with its current content. */
interface RenderedApprovalRequest {
  /** Whether the card, or a post of the campaign, waits for this person. */
  asks: boolean;
  /** A key for the message's content: if the key differs, the message has to be updated. */
  shown: string;
  /** Returns where the message is. Throws Slack's error, as a `Retriable`. */
  send(): Promise<Posted>;
  /**
   * Replaces a message. False if it's gone, or can't be changed anymore. Throws Slack's error, as a
   * `Retriable`.
   */
  update(message: Posted): Promise<boolean>;
}

/** The direct messages that ask people for approval, with the buttons that each of them can use. */
export interface ApprovalRequests {
  /**
   * `posts`: the posts of a campaign; `isRepeated`: a newer message asks the same person about the same card.
   */
  render(
    user: string,
    card: Card,
    context: { posts: readonly Card[]; isRepeated: boolean; notAttached: RenderedWith['notAttached'] },
  ): Promise<RenderedApprovalRequest>;
}

/** What is needed to render such a message. */
interface Parts {
  approversOf(brand: string): Promise<CurrentApprovers | undefined>;
  pauseOf(brand: string): Promise<Paused | undefined>;
  hasSlots(brand: string): Promise<boolean>;
  /** What guests may do, by the brand's settings. */
  guestsIn(brand: string): Promise<'look' | 'work'>;
  roleOf(user: string): Promise<Role>;
  /** Which direct messages a person has chosen to get. Never throws. */
  directOf(user: string): Promise<Direct>;
  zoneFor(brand: string, user: string): Promise<string>;
  /** The workspace's address in Slack; empty if it can't be read. */
  slackUrl(): Promise<string>;
  slash(name: string): string;
  /** Epoch ms. */
  now(): number;
  /** How long publishing can be undone, in milliseconds. */
  undoForMs: number;
}

export function createApprovalRequests(client: WebClient, parts: Parts): ApprovalRequests {
  const { now, slash, undoForMs } = parts;
  return {
    async render(user, card, { posts, notAttached, isRepeated }) {
      const brand = card.brand.id;
      const [approvers, paused, hasSlots, role, guests, direct, zone, slackUrl] = await Promise.all([
        parts.approversOf(brand),
        parts.pauseOf(brand),
        parts.hasSlots(brand),
        parts.roleOf(user),
        parts.guestsIn(brand),
        parts.directOf(user),
        parts.zoneFor(brand, user),
        parts.slackUrl(),
      ]);
      const who = { user, role: roleIn(role, guests) };
      const entryOf = (each: Card): HomeEntry => ({
        card: each,
        review: approvers && reviewOf(each, approvers, now()),
        permissions: permissionsOf(each, approvers, who),
      });
      const entry = entryOf(card);
      const entries = posts.map(entryOf);
      const chosen = direct.kinds.includes('approval');
      const reading = { user, isRepeated, chosen, slackUrl, slash };
      const render = (detail: ApprovalRequestOptions['detail']) =>
        card.kind === 'campaign'
          ? renderCampaignRequest(card, entries, reading)
          : renderApprovalRequest(card, {
              ...reading,
              ...entry,
              detail,
              paused,
              hasSlots,
              undoForMs,
              notAttached,
              clock: { now: now(), zone },
            });
      return {
        asks: (card.kind === 'campaign' ? entries : [entry]).some((one) => waitsFor(user, one)),
        shown: createHash('sha256')
          .update(JSON.stringify(render('pictures')))
          .digest('hex'),
        send: () =>
          orRenderFailed(() =>
            inDetail((detail) =>
              postMessage(client, { channel: user, ...withoutPreviews, ...render(detail) }),
            ),
          ),
        update: ({ channel, ts }) =>
          orRenderFailed(async () => {
            const updated = await unlessRefusedFor(noMessage, () =>
              inDetail((detail) =>
                client.chat.update({ channel, ts, ...withoutPreviews, ...render(detail) }),
              ),
            );
            return updated !== undefined;
          }),
      };
    },
  };
}
