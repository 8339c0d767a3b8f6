/** A brand's caption templates and saved prompts: what is stored, and how a change affects it. Pure. */
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';

export const templateLimits = {
  /** The most templates of a brand, of both kinds together. A menu in Slack has up to 100. */
  templates: 50,
  /** Characters. An option in Slack has up to 75. */
  name: 60,
  /** Characters. A field in Slack holds 3,000, and a template is edited in one. */
  text: 3_000,
} as const;

const templateSchema = z.object({
  id: z.string().min(1),
  /** Counts the changes: a person who saves says which revision they saw. */
  revision: z.int().min(1),
  /** The text that it fills, in forms that have it. */
  kind: z.enum(['caption', 'prompt']),
  name: z.string(),
  text: z.string(),
  /** The hashtag library that is selected with the template, in forms that have libraries. */
  library: namedSchema.optional(),
});
export type Template = z.infer<typeof templateSchema>;

export const brandTemplatesSchema = z.object({
  /**
   * The revision of all of them together: a change is written only if nobody else has made one since they
   * were read.
   */
  revision: z.int().default(0),
  templates: z.array(templateSchema).default([]),
});

/** `outdated`: someone changed the template since `revision`; `gone`: someone deleted it. */
export type TemplateRefused = 'outdated' | 'gone' | 'name_taken' | 'full';

/**
 * The result of a change: all templates and the note for the audit trail, or why it's refused; `done`: it was
 * made before.
 */
export type Changed<Refused> = { templates: Template[]; note: string } | 'done' | Refused;

export function withSaved(all: readonly Template[], template: Template): Changed<TemplateRefused> {
  const { id, kind, name, revision } = template;
  const was = all.find((one) => one.id === id);
  const next = { ...template, revision: revision + 1 };
  if (was && isSame(was, next)) return 'done';
  if (!was && revision > 0) return 'gone';
  if (was && was.revision !== revision) return 'outdated';
  const others = all.filter((one) => one !== was);
  if (others.length >= templateLimits.templates) return 'full';
  const isTaken = others.some((one) => one.kind === kind && one.name.toLowerCase() === name.toLowerCase());
  return isTaken ? 'name_taken' : { templates: [...others, next], note: describeTemplate(next) };
}

export function withRemoved(
  all: readonly Template[],
  { id, revision }: Pick<Template, 'id' | 'revision'>,
): Changed<'outdated'> {
  const was = all.find((one) => one.id === id);
  if (!was) return 'done';
  if (was.revision !== revision) return 'outdated';
  return { templates: all.filter((one) => one !== was), note: `${called(was)} deleted` };
}

const isSame = (a: Template, b: Template): boolean =>
  JSON.stringify(templateSchema.parse(a)) === JSON.stringify(templateSchema.parse(b));

const called = ({ kind, name }: Template): string => `${kind} template “${name}”`;

/** A template in one line for the audit trail, which never has the text of a post. */
const describeTemplate = (template: Template): string =>
  `${called(template)}: ${template.text.length} characters, ${template.library ? `hashtag library ${template.library.id}` : 'no hashtag library'}`;

/** In the order in which people see them. */
export const inOrder = (all: readonly Template[]): Template[] =>
  all.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
