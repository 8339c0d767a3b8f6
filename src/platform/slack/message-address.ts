/**
 * The address of a message in the browser, next to its thread if it's a reply. `slackUrl` ends in a slash.
 */
export function messageAddress(
  slackUrl: string,
  { channel, ts, thread }: { channel: string; ts: string; thread?: string | undefined },
): string {
  const message = `${slackUrl}archives/${channel}/p${ts.replace('.', '')}`;
  return thread && thread !== ts ? `${message}?thread_ts=${thread}&cid=${channel}` : message;
}
