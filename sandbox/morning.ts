/**
 * What happened in the demo before somebody comes: a rule, and posts in every state, so that the channel, the home tabs, the
 * calendar and the lists have something to show. All of it goes through the bot's own forms and buttons.
 */
import type { Driver } from '#sandbox/chat/people/driver.ts';
import type { ShownView } from '#sandbox/chat/people/shown-modal.ts';
import type { Entry } from '#sandbox/chat/people/values.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxService } from '#sandbox/service/index.ts';

const hourMs = 3_600_000;

/** Resolves when all of it is asked for: what generates goes on. Rejects when a step does not come to show what it should. */
export async function playMorning(chat: Chat, service: SandboxService): Promise<void> {
  const [ana, bo, cy] = [chat.person('Ana'), chat.person('Bo'), chat.person('Cy')];
  await haveHarborApproved(cy);

  await ask(
    ana,
    '/post Open until nine every evening this week. Come and see the street lights from the window seats.',
    {
      Brand: 'Northwind Coffee',
      'Social profiles': ['Facebook · Northwind Coffee Roasters', 'LinkedIn · Northwind Coffee'],
    },
  );
  await bo.clicks(await bo.sees('social', /Ready for review[\s\S]*Open until nine/), 'Approve & publish');

  await ask(
    bo,
    '/post Winter hours from Monday: the pier opens at seven. Bring a blanket, we bring the tea.',
    {
      Brand: 'Harbor Yoga',
      'Social profiles': ['Facebook · Harbor Yoga Studio'],
      'Schedule for': new Date(Math.ceil(Date.now() / hourMs) * hourMs + 26 * hourMs),
    },
  );
  await ask(cy, '/ai-post Why we teach a class before sunrise', {
    Brand: 'Harbor Yoga',
    'Social profiles': ['Instagram · harbor.yoga'],
  });

  const fails = 'A tent that fits into a coat pocket';
  let failed = false;
  service.failGeneration(({ assignment }) => {
    const now = !failed && assignment.prompt === fails;
    failed ||= now;
    return now;
  });
  await ask(bo, `/ai-post ${fails}`, {
    Brand: 'Atlas Outdoor',
    'Social profiles': ['X (Twitter) · atlasoutdoor'],
  });
  await ask(ana, '/campaign Two weeks of repair tips before the first snow', {
    Brand: 'Atlas Outdoor',
    'Social profiles': ['Instagram · atlas.outdoor', 'LinkedIn · Atlas Outdoor Equipment'],
  });
}

/** The posts of Harbor Yoga have to be approved by Ana or Bo. */
async function haveHarborApproved(cy: Driver): Promise<void> {
  await cy.types('/social rules', { in: 'social' });
  await cy.clicks(await cy.privateMessage(/Approval rules/), 'Change', { beside: /Harbor Yoga/ });
  const modal = await cy.seesModal('Approval rule');
  await modal.fill({ 'People who may approve': ['Ana', 'Bo'] });
  await submit(modal);
}

/** Types a command and fills the form; the lists of profiles follow the brand. */
async function ask(
  who: Driver,
  command: string,
  { Brand: brand = '', ...rest }: Record<string, Entry>,
): Promise<void> {
  await who.types(command, { in: 'social' });
  const modal = await who.seesModal(/^New/);
  await modal.fill({ Brand: brand });
  await modal.shows(() => modal.privateMetadata.includes(String(brand)));
  await submit(await modal.fill(rest));
}

async function submit(modal: ShownView): Promise<void> {
  const { closed, errors, trouble } = await modal.submit();
  if (!closed) throw new Error(`a form was not taken: ${trouble ?? JSON.stringify(errors)}`);
}
