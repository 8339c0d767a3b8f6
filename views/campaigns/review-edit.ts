/**
 * *Edit* in the campaign review opens the card's form on top of the list. It keeps what's needed to update
 * the list below.
 */

import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Card } from '#src/posts/card/card.ts';
import { contextBy } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';
import { type ChosenPost, hashKept } from '#views/posts/chosen.ts';
import { type EditOptions, editModal } from '#views/posts/edit-modal.ts';

/** The hashes in their shortest form, because the form's own context needs part of the 3,000 characters. */
const chosenTogether = z.codec(z.string(), z.custom<ChosenPost[]>(), {
  decode: (text) =>
    text.split(' ').flatMap((one) => {
      const [n, contentHash] = one.split(':');
      return contentHash
        ? [{ n: Number(n), contentHash: Buffer.from(contentHash, 'base64url').toString('hex') }]
        : [];
    }),
  encode: (chosen) =>
    chosen
      .map(
        ({ n, contentHash }) =>
          `${n}:${Buffer.from(contentHash.slice(0, hashKept), 'hex').toString('base64url')}`,
      )
      .join(' '),
});

const contextSchema = z.object({
  review: z.object({
    card: z.string(),
    page: z.int(),
    chosen: chosenTogether,
  }),
});
type Review = z.infer<typeof contextSchema>['review'];

export const reviewEdit = {
  ...editModal,
  id: 'campaign.review.edit',

  render(post: Card, options: EditOptions, review: Review): ModalView {
    const view = editModal.render(post, options);
    const context = { ...JSON.parse(view.private_metadata ?? '{}'), ...z.encode(contextSchema, { review }) };
    return {
      ...view,
      callback_id: reviewEdit.id,
      close: plain('Back'),
      private_metadata: JSON.stringify(context),
    };
  },

  reviewOf: (view: { private_metadata: string }): Review => contextBy(contextSchema)(view).review,
};
