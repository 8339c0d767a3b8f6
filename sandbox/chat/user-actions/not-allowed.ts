/** A person tried what Slack's client would not let them do; the message is for that person. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}
