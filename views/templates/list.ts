/**
 * `/social templates`: the caption templates and saved prompts of a brand, with buttons for administrators.
 */
import { z } from 'zod';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Template } from '#src/templates/templates.ts';
import { button, buttonRow, contextLine, heading, section } from '#views/kit/blocks.ts';
import { adminsCanEdit, type Page, type RenderedMessage, turnBlocks } from '#views/kit/paged.ts';
import { clipped } from '#views/kit/text.ts';

export const templatesList = 'templates';
export const templatesOnPage = 10;

export const templateActions = {
  caption: 'templates.caption',
  prompt: 'templates.prompt',
  edit: 'templates.edit',
} as const;

const buttonSchema = z.union([
  z.object({ brand: z.string(), template: z.string() }),
  z.object({ brand: z.string(), kind: z.enum(['caption', 'prompt']) }),
]);
type TemplateButton = z.infer<typeof buttonSchema>;

/** What a button is for: a template, or a new one of a kind. */
export const readTemplateButton = (value: string | undefined): TemplateButton =>
  buttonSchema.parse(JSON.parse(value ?? ''));

export const addTemplate = { caption: 'Add caption template', prompt: 'Add saved prompt' } as const;

interface ListOptions {
  mayChange: boolean;
  /** Whom people can ask if they can't edit. */
  admins?: readonly Named[];
  slash(name: string): string;
}

export function renderTemplates(
  brand: Named,
  shown: Page<Template>,
  { mayChange, admins = [], slash }: ListOptions,
): RenderedMessage {
  const how = `Choose one under *Template* in \`${slash('post')}\` or \`${slash('ai-post')}\`, and replace what’s in braces. ${hashtags}`;
  const to = (value: TemplateButton) => ({ value: JSON.stringify(value) });
  const { edit, caption, prompt } = templateActions;
  return {
    text: `Templates for ${clipped(brand.name, 200)}`,
    blocks: [
      heading(`Templates for ${brand.name}`),
      section(shown.total === 0 ? none : how),
      ...shown.rows.map((template) => {
        const toEdit = button(edit, 'Edit', to({ brand: brand.id, template: template.id }));
        return section(rowText(template), mayChange ? { accessory: toEdit } : {});
      }),
      ...turnBlocks(templatesList, brand.id, shown),
      ...(mayChange
        ? buttonRow([
            button(caption, addTemplate.caption, to({ brand: brand.id, kind: 'caption' })),
            button(prompt, addTemplate.prompt, to({ brand: brand.id, kind: 'prompt' })),
          ])
        : [contextLine(adminsCanEdit('the templates', admins))]),
    ],
  };
}

const hashtags =
  'To save a set of hashtags, create a caption template that has only hashtags. It’s added to the end of the caption.';
const none = `No templates yet. A caption template fills in the caption of a post, and a saved prompt fills in the prompt of an AI post. ${hashtags}`;

const kindNames = { caption: 'Caption template', prompt: 'Saved prompt' };

function rowText({ kind, name, text, library }: Template): string {
  const about = [kindNames[kind], ...(library ? [clipped(library.name, 100)] : [])].join('  ·  ');
  return `*${clipped(name, 300)}*  ·  ${about}\n${clipped(text.replace(/\s+/g, ' '), 300)}`;
}
