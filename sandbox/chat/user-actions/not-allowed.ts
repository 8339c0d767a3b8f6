/** The user tried something that Slack's client doesn't allow. The message is for that user. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}
