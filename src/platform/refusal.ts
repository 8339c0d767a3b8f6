/**
 * Tells a person why something can't be done and what to do instead, in plain text. Any other error is our
 * fault.
 */
export class Refusal extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'Refusal';
    this.hint = hint;
  }
}
