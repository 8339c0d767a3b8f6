/** What people do again and again before the part that a test is about. */
import type { Driver } from '#sandbox/chat/people/driver.ts';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Submission } from '#sandbox/chat/people/shown-modal.ts';
import type { Entry } from '#sandbox/chat/people/values.ts';

interface Asking {
  /** The channel. Default `social`. */
  in?: string;
  /** What else is entered, by label. */
  fill?: Record<string, Entry>;
}

const somewhere = { 'Social profiles': ['Instagram · northwind.coffee'] };

/** Types the command, fills the modal and submits it. */
export async function asks(who: Driver, command: string, asking: Asking = {}): Promise<Submission> {
  await who.types(command, { in: asking.in ?? 'social' });
  const modal = await who.seesModal(/^New/);
  await modal.fill({ ...somewhere, ...asking.fill });
  return modal.submit();
}

/** A written post on its card, waiting for a decision. */
export async function makesDraft(who: Driver, caption: string, asking: Asking = {}): Promise<ShownMessage> {
  await asks(who, `/post ${caption}`, asking);
  return who.sees(asking.in ?? 'social', /Ready for review/);
}
