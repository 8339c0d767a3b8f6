/** A person tried what Slack's client would not let them do; the message is for that person. */
export class CannotAct extends Error {
  override name = 'CannotAct';
}
