/**
 * Creates posts in every state before the demo opens, so the channel, Home tabs, calendar, and lists have content. Everything
 * goes through the bot's own forms and buttons.
 */
import type { Chat } from '#sandbox/chat/start.ts';
import { renderPicture } from '#sandbox/service/content/pictures.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import { submitCommandForm } from './demo-forms.ts';

const hourMs = 3_600_000;

/** Resolves when everything is requested; generations can still be running. Rejects if a step doesn't show the expected result. */
export async function playMorning(chat: Chat, service: SandboxService): Promise<void> {
  const [ana, bo, cy] = [chat.user('Ana'), chat.user('Bo'), chat.user('Cy')];

  // for *Turn into a post* and *Draft a campaign*, in the menu of a message
  await bo.says(
    'The first sacks of the new harvest are here: washed, bright, a little orange. On the bar from Friday.',
    {
      in: 'social',
      files: [{ name: 'new-harvest.png', content: renderPicture('new-harvest.png') }],
    },
  );
  await submitCommandForm(
    ana,
    '/post Open until nine every evening this week. Come and see the street lights from the window seats.',
    {
      Brand: 'Northwind Coffee',
      'Social profiles': ['Facebook · Northwind Coffee Roasters', 'LinkedIn · Northwind Coffee'],
    },
  );
  await bo.clicks(await bo.sees('social', /Ready for review[\s\S]*Open until nine/), 'Approve & publish');

  await submitCommandForm(
    bo,
    '/post Winter hours from Monday: the pier opens at seven. Bring a blanket, we bring the tea.',
    {
      Brand: 'Harbor Yoga',
      'Social profiles': ['Facebook · Harbor Yoga Studio'],
      'Schedule for': new Date(Math.ceil(Date.now() / hourMs) * hourMs + 26 * hourMs),
    },
  );
  await submitCommandForm(cy, '/ai-post Why we teach a class before sunrise', {
    Brand: 'Harbor Yoga',
    'Social profiles': ['Instagram · harbor.yoga'],
    Images: '1 image',
  });

  const fails = 'A tent that fits into a coat pocket';
  let failed = false;
  service.failGeneration(({ assignment }) => {
    const now = !failed && assignment.prompt === fails;
    failed ||= now;
    return now;
  });
  await submitCommandForm(bo, `/ai-post ${fails}`, {
    Brand: 'Atlas Outdoor',
    'Social profiles': ['X (Twitter) · atlasoutdoor'],
  });
  await submitCommandForm(ana, '/campaign Two weeks of winter drinks, from chestnut milk to hot apple', {
    Brand: 'Northwind Coffee',
    'Social profiles': ['Facebook · Northwind Coffee Roasters', 'LinkedIn · Northwind Coffee'],
  });
}
