import { placedElements } from '../elements.ts';
import { type Fields, isFields, listOf, textOf } from '../json.ts';
import { anyBlock } from './blocks.ts';
import {
  all,
  anything,
  byType,
  type Check,
  characters,
  flag,
  list,
  type Rule,
  type Surface,
  shape,
} from './rules.ts';
import { plain, suggestions } from './texts.ts';

/** Slack's validation errors; empty if it accepts. Each ends with the JSON pointer of the value. */
export type Problems = string[];

type Unreachable = (url: string) => boolean;

function run(rule: Rule, value: unknown, at: string, surface: Surface, unreachable: Unreachable): Problems {
  const problems: Problems = [];
  const check: Check = {
    surface,
    unreachable,
    report: (where, problem) => problems.push(`${problem} [json-pointer:${where}]`),
  };
  rule(value, at, check);
  return problems;
}

/** A carousel's cards are blocks, too, with their own IDs and actions. */
const withCards = (blocks: unknown, at: string): { block: Fields; where: string }[] =>
  listOf(blocks)
    .filter(isFields)
    .flatMap((block, index) => {
      const where = `${at}/${index}`;
      const cards = block.type === 'carousel' ? withCards(block.elements, `${where}/elements`) : [];
      return [{ block, where }, ...cards];
    });

const uniqueIds: Rule = (blocks, at, check) => {
  const seen = new Set<string>();
  for (const { block, where } of withCards(blocks, at)) {
    const name = textOf(block.block_id);
    if (name && seen.has(name)) check.report(`${where}/block_id`, `block_id \`${name}\` already exists`);
    seen.add(name);
    const own = block.type === 'carousel' ? [] : placedElements([block]);
    const actions = own.map((one) => one.actionId);
    const twice = actions.find((action, place) => action && actions.indexOf(action) !== place);
    if (twice) check.report(where, `action_id \`${twice}\` already exists in this block`);
  }
};

/** What holds for the blocks of one message together (docs.slack.dev/reference/block-kit/blocks/table-block). */
const acrossBlocks: Rule = (blocks, at, check) => {
  const every = listOf(blocks).filter(isFields);
  const count = (type: string): number => every.filter((one) => one.type === type).length;
  if (count('data_table') > 1) check.report(at, 'only_one_table_allowed');
  if (count('data_visualization') > 2) check.report(at, 'no more than 2 data_visualization blocks allowed');
};

const oneFocus: Rule = (view, at, check) => {
  if (!isFields(view)) return;
  const focused = placedElements(listOf(view.blocks)).filter((one) => one.element.focus_on_load === true);
  if (focused.length > 1) check.report(`${at}/blocks`, 'only one element may set focus_on_load');
};

const submitWithInputs: Rule = (view, at, check) => {
  if (!isFields(view) || view.submit) return;
  const inputs = listOf(view.blocks).some((block) => isFields(block) && block.type === 'input');
  if (inputs) check.report(at, 'missing required field: submit (it is required with an input block)');
};

const blocks = (max: number): Rule => all(list(anyBlock, max), uniqueIds);

const anyView = {
  private_metadata: characters(3000),
  callback_id: characters(255),
  external_id: characters(255),
  clear_on_close: flag,
  notify_on_close: flag,
};

const modal = byType({
  modal: all(
    shape(
      { title: plain(24), blocks: blocks(100) },
      { ...anyView, submit: plain(24), close: plain(24), submit_disabled: anything },
    ),
    oneFocus,
    submitWithInputs,
  ),
});

const home = byType({ home: all(shape({ blocks: blocks(100) }, anyView), oneFocus) });

/** The blocks of a message: at most 50 (docs.slack.dev/reference/block-kit/blocks). */
export function checkMessage(value: unknown, unreachable: Unreachable): Problems {
  return run(all(blocks(50), acrossBlocks), value, '/blocks', 'message', unreachable);
}

/** Checks a modal for `views.open`, `views.update`, and `views.push`. */
export function checkModal(value: unknown, unreachable: Unreachable): Problems {
  return run(modal, value, '/view', 'modal', unreachable);
}

/** Checks a Home tab for `views.publish`. */
export function checkHome(value: unknown, unreachable: Unreachable): Problems {
  return run(home, value, '/view', 'home', unreachable);
}

/** Checks the response to `block_suggestion`. */
export function checkSuggestions(value: unknown): Problems {
  return run(suggestions, value, '', 'modal', () => false);
}

/** A view is refused as a whole above 250 KB (docs.slack.dev/reference/views). */
export function tooLarge(view: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(view) ?? '') > 250 * 1024;
}
