/**
 * The inputs of a step, as Slack delivers them. A missing one is empty, and `views/steps` says what's wrong
 * with it.
 */
import { z } from 'zod';

const text = z
  .string()
  .catch('')
  .transform((given) => given.trim());
/** Parses an empty field as no number: as zero, it would be a time in 1970. */
const whole = z.preprocess(
  (given) => (given === null || given === '' ? undefined : given),
  z.coerce.number().int().optional().catch(Number.NaN),
);

const inputsSchema = z.object({
  brand: text,
  /** The caption, or the prompt. */
  text,
  /** A Slack channel. */
  channel: text,
  /** A Slack user. */
  requester: text,
  /** Names, separated by commas or lines. */
  profiles: text,
  /** Links, separated by blanks, commas or lines. */
  media: text,
  /** Epoch seconds; `NaN` if it isn't a number. */
  time: whole,
  images: whole,
  /** Another step's output, a link to a card, or the service's id of a post. */
  post: text,
  message: text,
});
export type StepInputs = z.infer<typeof inputsSchema>;

export function readInputs({ caption, prompt, ...given }: Record<string, unknown>): StepInputs {
  return inputsSchema.parse({ ...given, text: caption ?? prompt });
}
