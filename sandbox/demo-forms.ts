/** Forms that the demo's people submit. */
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';

/** Types a command, fills in the form it opens, and submits it. The brand comes first, because it decides which profiles the form offers. */
export async function submitCommandForm(
  who: Driver,
  command: string,
  { Brand: brand = '', ...rest }: Record<string, Entry>,
): Promise<void> {
  const modal = await who.opens(command, /^New/);
  await modal.fill({ Brand: brand });
  await modal.shows(() => modal.privateMetadata.includes(String(brand)));
  await submitConfirmingTime(await modal.fill(rest));
}

/** Submits a form, and once more if the form asks to confirm the chosen time. Rejects if the form isn't accepted. */
export async function submitConfirmingTime(modal: ShownView): Promise<void> {
  const first = await modal.submit();
  const showsTime = !first.closed && !first.connectionError && Object.keys(first.errors).length === 0;
  const { closed, errors, connectionError: trouble } = showsTime ? await modal.submit() : first;
  if (!closed) throw new Error(`a form was not taken: ${trouble ?? JSON.stringify(errors)}`);
}
