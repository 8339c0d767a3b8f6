/** What people of the demo do again and again. */
import type { Driver } from '#sandbox/chat/people/driver.ts';
import type { ShownView } from '#sandbox/chat/people/shown-modal.ts';
import type { Entry } from '#sandbox/chat/people/values.ts';

/** Types a command and fills the form; the lists of profiles follow the brand. */
export async function ask(
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

/** Sends a form; rejects when it is not taken. */
export async function submit(modal: ShownView): Promise<void> {
  const { closed, errors, trouble } = await modal.submit();
  if (!closed) throw new Error(`a form was not taken: ${trouble ?? JSON.stringify(errors)}`);
}
