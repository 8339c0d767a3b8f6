/** The menu of a brand's templates in a form, and what people still have to do after choosing one. */
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { hasWords, isDay, placeholdersIn, withoutPlaceholders } from '#src/posts/card/placeholders.ts';
import { block, optionOf, selectField } from '#views/kit/fields.ts';
import { listed, number } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { initialLongText, readLongText } from '#views/kit/long-text.ts';
import { contextBy, fieldsOf, type Submitted } from '#views/kit/parse.ts';

export const templateMenu = 'template';

/** What fills each form, by the form's id. It's also the id of the text that it fills. */
const kinds = { post: 'caption', 'recurring.series': 'caption', 'ai-post': 'prompt' } as const;

/** `undefined` if the form has no templates. */
export const templateKind = (form: string | undefined): 'caption' | 'prompt' | undefined =>
  Object.entries(kinds).find(([id]) => id === form)?.[1];

export const templateHint = {
  caption:
    'Fills in the caption. What you’ve written stays below it, and a template with only hashtags goes at the end.',
  prompt: 'Fills in the prompt. What you’ve written stays below it.',
};

/** The form with a menu of the brand's templates above the text that they fill, if there are any. */
export function withTemplates(
  form: ModalView,
  brand: Named | undefined,
  templates: readonly Named[],
): ModalView {
  const kind = templateKind(form.callback_id);
  if (!kind || !brand || templates.length === 0) return form;
  const menu = selectField(block.template(brand), 'Template', templates.map(optionOf), {
    optional: true,
    placeholder: 'None',
    hint: templateHint[kind],
  });
  const field: InputBlock = {
    ...menu,
    dispatch_action: true,
    element: { ...menu.element, action_id: templateMenu },
  };
  return {
    ...form,
    blocks: form.blocks.flatMap((one) => (one.block_id === kind ? [field, one] : [one])),
  };
}

const namedAtMost = 5;

/** The placeholders as a list that people read, shortened since a template can have hundreds. */
const named = (placeholders: readonly string[]): string =>
  listed(
    andMore(
      placeholders,
      namedAtMost,
      (one) => clip(one, 100),
      (more) => `${number(more)} more`,
    ),
  );

/** Whether a template has only hashtags, so that it's added to a text instead of replacing it. */
export function isOfHashtags(template: string): boolean {
  const words = withoutPlaceholders(template).split(/\s+/).filter(hasWords);
  return words.length > 0 && words.every((word) => word.startsWith('#'));
}

/**
 * What people still have to do after choosing a template, as plain text. `gone`: its hashtag library, which
 * doesn't exist anymore.
 */
export function whatToReplace(text: string, gone: Named | undefined): string | undefined {
  const [days, left] = [
    placeholdersIn(text).filter(isDay),
    placeholdersIn(text).filter((one) => !isDay(one)),
  ];
  const says = compact([
    left.length > 0 && `Replace ${named(left)} below.`,
    days.length > 0 &&
      `I’ll fill in ${named(days)} from the date the post is planned for, or from today’s date if it has no time.`,
    gone && `:warning: The hashtag library “${gone.name}” no longer exists.`,
  ]);
  return says.length > 0 ? says.join(' ') : undefined;
}

export const templateTrouble = {
  gone: ':warning: This template was just deleted. Choose another one.',
  unread:
    ':warning: Couldn’t read this template. Your text is still here. Choose the template again in a minute.',
};

/** What templates filled in, as `ModalContext` keeps it. */
const filledSchema = z.object({ ownText: z.int().min(0).optional(), unchecked: z.int().min(0).optional() });
type Filled = z.infer<typeof filledSchema>;

const filledOf = contextBy(filledSchema);

/** The error for a text that still has placeholders of the chosen template; `id`: of the text. */
export function notReplaced(view: Submitted, id: string, text: string): string | undefined {
  const { ownText, unchecked = ownText } = filledOf(view);
  if (unchecked === undefined) return undefined;
  const filled = initialLongText(view.blocks, id);
  const left = placeholdersIn(filled.slice(0, filled.length - unchecked)).filter(
    (one) => text.includes(one) && !isDay(one),
  );
  return left.length > 0 ? `Replace or remove ${named(left)}.` : undefined;
}

const joined = (above: string, below: string): string => [above, below].filter(Boolean).join('\n\n');

/**
 * The text with a template: above the person's own text, in place of a filled-in template that nobody
 * changed, or at the end if it `isAdded`. `id`: of the text.
 */
export function withTemplate(
  view: Submitted,
  id: string,
  { text: template, isAdded }: { text: string; isAdded: boolean },
): Filled & { text: string } {
  const text = readLongText(fieldsOf(view), id);
  const filled = initialLongText(view.blocks, id);
  const { ownText = filled.length, unchecked = ownText } = filledOf(view);
  const isAsFilled = text === filled;
  const own = isAsFilled ? text.slice(text.length - ownText).trim() : text;
  if (!isAdded) return { text: joined(template, own), ownText: own.length };
  const all = text.includes(template) ? text : joined(text, template);
  const isChecked = unchecked < filled.length || placeholdersIn(template).length > 0;
  return {
    text: all,
    ownText: isAsFilled ? all.length - (text.length - ownText) : all.length,
    unchecked: isChecked ? 0 : all.length,
  };
}
