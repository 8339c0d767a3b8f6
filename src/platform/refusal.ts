/**
 * An answer that says no to a person, with what they can do instead, in plain text: it is escaped where it is
 * shown. Anything else that is thrown is our fault.
 */
export class Refusal extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'Refusal';
    this.hint = hint;
  }
}
