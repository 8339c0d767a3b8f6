/** Answers at the response address that came with a command or a click. */
import type { SlackFetch } from './addresses.ts';

const withinMs = 5_000;

/** False: Slack did not take it, because the address is too old or used up. Rejects for one that is not Slack's. */
export async function respondAt(
  send: SlackFetch,
  url: string,
  message: Record<string, unknown>,
): Promise<boolean> {
  const answer = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', ...message }),
    signal: AbortSignal.timeout(withinMs),
  });
  return answer.ok;
}
