/** Answers at the response address that came with a command or a click. */

const withinMs = 5_000;

/** False: Slack did not take it, because the address is too old or used up. */
export async function respondAt(url: string, message: Record<string, unknown>): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', ...message }),
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  });
  return answer.ok;
}
