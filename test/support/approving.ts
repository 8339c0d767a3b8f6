/** The button that approves a post, whatever time it states. */
import { eventually } from './eventually.ts';

/** `Approve`, or `Approve & schedule for Nov 29, 9:30 AM CET` where a time is planned; waited for. */
export const approveButton = (on: { readonly buttons: string[] }): Promise<string> =>
  eventually(() => on.buttons.find((text) => /^Approve($| & schedule for | for )/.test(text)) ?? null);
