/** Actions in the review of a campaign, to record as samples. */

import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { fieldsOf } from '#sandbox/chat/json.ts';
import { whatToDoLabel } from '#views/campaigns/review.ts';
import { setNewTimes } from '#views/campaigns/review-parts.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { seeAllText } from '#views/posts/card-content.ts';

/** Submits every modal of a campaign review. At the end, the post has its initial time again, so that all deliveries can be repeated. */
export async function reviewsCampaign(ana: Driver): Promise<void> {
  const card = await ana.sees('social', /1 post to review/);
  await card.shows(() => card.buttons.includes('Review campaign'));
  for (const days of ['1', '-1']) {
    await ana.clicks(card, 'Review campaign');
    const modal = await (await ana.seesModal('Review campaign')).shows(/ \*1\.\* /);
    const post = () =>
      modal.blocks.map((one) => fieldsOf(one).block_id).find((id) => /^post/.test(String(id)));
    for (const name of modal.buttons) {
      const before = post();
      const opens = name === buttonText.edit ? 'Edit post' : name === seeAllText ? 'Full post' : undefined;
      if (opens) {
        await modal.clicks(name);
        await (await ana.seesModal(opens)).close();
        continue;
      }
      await modal.clicks(name);
      await modal.shows(() => post() !== before);
    }
    const choose = async (what: string) => {
      await modal.submit({ [String(post())]: ['Post 1'], [whatToDoLabel]: what });
    };
    await choose(setNewTimes);
    const times = await ana.seesModal(setNewTimes);
    await times.submit();
    await times.close();
    await choose('Shift times by days or hours');
    const shift = await ana.seesModal('Shift times');
    await shift.submit({ Days: days });
    await (await ana.seesModal(/^(Change time|Set times and schedule)\?/)).submit();
    await ana.sees('Presscheck', /1 post with a new time/);
  }
}
