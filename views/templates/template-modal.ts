import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Chosen } from '#src/posts/card/chosen.ts';
import { builtIn } from '#src/posts/card/placeholders.ts';
import { type Template, type TemplateRefused, templateLimits } from '#src/templates/templates.ts';
import { button, buttonRow, dangerDialog, heading, modal } from '#views/kit/blocks.ts';
import { present, tooLong } from '#views/kit/checks.ts';
import { block, libraryField, textField } from '#views/kit/fields.ts';
import { listed } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { clipped, plain } from '#views/kit/text.ts';

export const removeTemplate = 'templates.remove';

const field = { name: 'template-name', text: 'template-text' } as const;

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** The response address of the message from which it was opened. */
  list: z.string(),
  kind: z.enum(['caption', 'prompt']),
  /** Absent for a new template. */
  id: z.string().optional(),
  name: z.string(),
  /** The revision of the template that the form shows; 0 for a new one. */
  revision: z.int(),
});
export type TemplateContext = z.infer<typeof contextSchema>;

type Opened = Pick<TemplateContext, 'channel' | 'brand' | 'list'>;

const titles = {
  caption: { new: 'New caption template', edit: 'Caption template', text: 'Caption' },
  prompt: { new: 'New saved prompt', edit: 'Saved prompt', text: 'Prompt' },
};

const days = {
  caption: 'the date the post is planned for',
  prompt: 'the date someone uses the prompt',
};
const aboutBraces = (kind: Template['kind']): string =>
  `I’ll replace {brand} with the brand’s name, and fill in ${listed(builtIn.filter((one) => one !== '{brand}'))} from ${days[kind]}. You can also use braces for what people should fill in, such as {product}.`;

export const templateModal = {
  id: 'templates.template',

  contextOf: contextBy(contextSchema),

  /** The form for a template, or for a new one of a kind. */
  render({ brand, ...opened }: Opened & { kind?: Template['kind'] }, template?: Template): ModalView {
    const kind = template?.kind ?? opened.kind ?? 'caption';
    const title = titles[kind];
    const name = clip(brand.name, slack.optionText);
    const context: TemplateContext = {
      ...opened,
      kind,
      brand: { ...brand, name },
      name: template?.name ?? '',
      id: template?.id,
      revision: template?.revision ?? 0,
    };
    return modal(
      {
        callback_id: 'templates.template',
        submit: 'Save',
        context,
        title: template ? title.edit : title.new,
      },
      [
        heading(name),
        textField(field.name, 'Name', { text: template?.name, most: templateLimits.name }),
        textField(field.text, title.text, {
          text: template?.text,
          lines: true,
          most: templateLimits.text,
          hint: aboutBraces(kind),
        }),
        kind === 'prompt' && libraryField({ brand }, { chosen: template?.library }),
        ...(template ? buttonRow([removal(template)]) : []),
      ],
    );
  },

  /** `id` is absent for a new template. */
  read(view: Submitted): Read<Omit<Template, 'id'> & { id?: string }> {
    const fields = fieldsOf(view);
    const { kind, id, brand, revision } = templateModal.contextOf(view);
    const name = fields.text(field.name).replace(/\s+/g, ' ');
    const text = fields.text(field.text);
    const library = fields.choice(block.library(brand));
    const errors = present(fields, {
      [field.name]: name === '' ? 'Enter a name.' : tooLong(name, templateLimits.name),
      [field.text]: text === '' ? `Write the ${kind}.` : tooLong(text, templateLimits.text),
    });
    if (errors) return { errors };
    return { value: { ...(id && { id }), kind, name, text, revision, ...(library && { library }) } };
  },

  /** The errors if a template wasn't saved. */
  refused: {
    outdated: {
      [field.name]: 'Someone else just edited this template. Close this form and open it again.',
    },
    gone: { [field.name]: 'Someone else just deleted this template. To keep your text, copy it.' },
    name_taken: { [field.name]: 'A template with this name already exists. Choose another name.' },
    full: {
      [field.name]: `A brand can have up to ${templateLimits.templates} templates. Delete one first.`,
    },
  } satisfies Record<TemplateRefused, Record<string, string>>,

  /** The errors if the publishing service doesn't have what was chosen. */
  notListed: (wrong: Chosen, brand: Named): Record<string, string> => ({
    ...(wrong.brand && { [field.name]: 'This brand no longer exists.' }),
    ...(wrong.library && { [block.library(brand)]: 'This hashtag library no longer exists. Choose again.' }),
  }),
};

const removal = ({ id }: Template) =>
  button(removeTemplate, 'Delete template', {
    value: id,
    style: 'danger',
    confirm: dangerDialog('Delete this template?', 'Posts created from it won’t change.', 'Delete'),
  });

/** Replaces a form in which nothing is left to do. `text` is plain text. */
export const templateEnded = (text: string): ModalView =>
  modal({ title: 'Templates' }, [{ type: 'section', text: plain(text) }]);

export const templateGone = 'This template no longer exists.';
export const templateDeleted = (name: string): string => `The template “${name}” was deleted.`;
export const templateNotDeleted = (name: string): string =>
  `The template “${name}” wasn’t deleted, because someone else just edited it. Open it again to see the change.`;

/** After a template was saved, as mrkdwn. */
export const templateSaved = (name: string): string => `The template “${clipped(name, 300)}” was saved.`;
