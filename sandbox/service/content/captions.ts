import { angles, objectiveClosers } from '#sandbox/service/content/angles.ts';
import { createRandom, type Random } from '#sandbox/service/content/random.ts';
import { readSubject, upperFirst } from '#sandbox/service/content/subject.ts';
import { sharedLines, voices } from '#sandbox/service/content/voices.ts';
import type { Assignment } from '#sandbox/service/model.ts';
import type { PostLength } from '#sandbox/service/schemas.ts';

/** Lines in each paragraph between the opener and the closer. */
const paragraphs: Record<PostLength, number[]> = {
  short: [],
  medium: [2],
  long: [2, 3],
  extra_long: [3, 3, 2, 2],
};

/** Writes a caption for the assignment. The same seed always gives the same text. */
export function writeCaption(assignment: Assignment, brand: string, seed: string): string {
  const random = createRandom(seed);
  const voice = voices[assignment.tone];
  const rewrite = rewriting.exec(assignment.prompt)?.groups;
  const { it, sentence } = readSubject(rewrite?.about ?? assignment.prompt);
  const campaign = assignment.campaign;
  const opener = campaign ? pickAngle(campaign.index) : random.pick(voice.openers);
  const closer = random.pick(campaign ? objectiveClosers[campaign.objective] : voice.closers);
  const lines = random.shuffle([...voice.lines, ...random.shuffle(sharedLines).slice(0, 5)]);
  const body = paragraphs[assignment.postLength].map((count) => lines.splice(0, count).join(' '));
  const hashtags = pickHashtags(assignment, random);
  // a sentence already opens the post, and an opener would repeat it
  const first = sentence === undefined || campaign ? [sentence, opener] : [sentence];
  const parts = [first.filter((part) => part !== undefined).join(' '), ...body, closer, hashtags];
  const filled = (texts: string[]): string[] =>
    texts
      .filter((text) => text !== '')
      .map((text) =>
        text.replaceAll('{it}', it).replaceAll('{It}', upperFirst(it)).replaceAll('{brand}', brand),
      );
  return (rewrite ? applyInstruction(rewrite, filled(parts), filled(lines)) : filled(parts)).join('\n\n');
}

/** The prompt with which Presscheck has a caption rewritten. Unlike a real model, this only understands this wording. */
const rewriting =
  /^(?<about>[\s\S]*?)\n\nRewrite the version below\. What should change: (?<wish>[\s\S]*?)\n\n(?<version>[\s\S]*)$/;

/** Paragraphs that visibly follow the instruction: shorter or longer than the earlier version, with the free-text instruction in them. */
function applyInstruction(
  { wish: instruction = '', version = '' }: Record<string, string | undefined>,
  [first = '', ...rest]: string[],
  lines: readonly string[],
): string[] {
  const wishes = instruction.split(' · ');
  const words = wishes.filter((one) => !/^(?:shorter|longer|\w+ tone)$/i.test(one)).join(', ');
  const noted = words === '' ? [] : [`(The sandbox’s AI can’t do more than note your wish: “${words}”)`];
  const left = [...lines];
  const size = (): number => [first, ...rest].join('\n\n').length;
  if (wishes.includes('Shorter')) while (rest.length > 0 && size() >= version.length) rest.shift();
  if (wishes.includes('Longer'))
    while (left.length > 0 && size() <= version.length) rest.unshift(...left.splice(0, 1));
  return [first, ...noted, ...rest];
}

/** Each post of a campaign gets its own angle. */
function pickAngle(index: number): string {
  return angles[index % angles.length] ?? '{It}.';
}

function pickHashtags({ hashtags, postLength }: Assignment, random: Random): string {
  const count = postLength === 'short' ? 2 : 4;
  return random.shuffle(hashtags).slice(0, count).join(' ');
}
