import { isFields, listOf } from '../json.ts';
import { button } from './elements.ts';
import {
  all,
  anything,
  byType,
  characters,
  list,
  oneOf,
  onlyOn,
  provided,
  type Rule,
  shape,
  whole,
} from './rules.ts';
import { fetchable, id, imageElement, mrkdwn, onePicture, pictureFields } from './texts.ts';

/** Limits of the blocks that show more than a text, and where each can be (docs.slack.dev/reference/block-kit/blocks). */
const block = { block_id: id };

const runs = list(
  byType(
    Object.fromEntries(
      ['text', 'link', 'user', 'usergroup', 'team', 'channel', 'emoji', 'broadcast', 'date'].map((type) => [
        type,
        anything,
      ]),
    ),
  ),
  1000,
);
const section = shape({ elements: runs });
const bordered = { border: anything };

const richText = shape(
  {
    elements: list(
      byType({
        rich_text_section: section,
        rich_text_quote: shape({ elements: runs }, bordered),
        rich_text_list: shape(
          { elements: list(byType({ rich_text_section: section }), 1000), style: oneOf('bullet', 'ordered') },
          { ...bordered, indent: whole(0, 8), offset: whole(0, 10_000) },
        ),
      }),
      1000,
    ),
  },
  block,
);

const cell = byType({
  raw_text: shape({ text: characters(10_000, 1) }),
  raw_number: shape({ value: anything, text: characters(255, 1) }),
  rich_text: richText,
});

/** Slack doesn't say what it does with one that it can't fetch, so here it's the worse of the two. */
const hero = all(
  onePicture,
  shape({ alt_text: characters(2000, 1) }, { ...pictureFields, image_url: fetchable }),
);
const cardTexts = { title: mrkdwn(150), subtitle: mrkdwn(150), body: mrkdwn(200) };
const card = all(
  shape(
    {},
    {
      ...block,
      ...cardTexts,
      hero_image: byType({ image: hero }),
      icon: byType({ image: imageElement }),
      actions: list(byType({ button }), 2, 1),
    },
  ),
  provided(
    (value) => ['hero_image', 'title', 'actions', 'body'].some((name) => value[name] !== undefined),
    'must define one of `hero_image`, `title`, `actions`, `body`',
  ),
);

const cellCharacters = (rows: unknown): number =>
  listOf(rows)
    .flatMap(listOf)
    .reduce<number>((sum, one) => sum + (isFields(one) ? String(one.text ?? '').length : 0), 0);

const number: Rule = (value, at, check) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) check.report(at, 'must be a number');
};
const positive: Rule = (value, at, check) => {
  if (!(Number(value) > 0)) check.report(at, 'must be greater than 0');
};

const namesOf = (list: unknown, field: string): string[] =>
  listOf(list).map((one) => String(isFields(one) ? one[field] : one));
const isEach = (names: readonly string[], others: readonly string[]): boolean =>
  names.length === others.length && names.every((name) => others.includes(name));

const chartLabel = characters(20, 1);
const overCategories = all(
  shape({
    series: list(
      shape({ name: chartLabel, data: list(shape({ label: chartLabel, value: number }), 20, 1) }),
      6,
      1,
    ),
    axis_config: shape(
      { categories: list(chartLabel, 20, 1) },
      { x_label: characters(50), y_label: characters(50) },
    ),
  }),
  provided(
    ({ series }) => new Set(namesOf(series, 'name')).size === listOf(series).length,
    'names must be unique',
    'series',
  ),
  provided(
    ({ series, axis_config: axis }) => {
      const categories = namesOf(isFields(axis) ? axis.categories : [], '');
      return (
        new Set(categories).size === categories.length &&
        listOf(series).every((one) => isEach(namesOf(isFields(one) ? one.data : [], 'label'), categories))
      );
    },
    'labels must match the categories',
    'series',
  ),
);

/** docs.slack.dev/reference/block-kit/blocks/data-visualization-block: of June 2026, and not in @slack/types yet. */
const chart = byType({
  pie: shape({ segments: list(shape({ label: chartLabel, value: all(number, positive) }), 6, 1) }),
  bar: overCategories,
  area: overCategories,
  line: overCategories,
});

export const richBlocks = {
  rich_text: richText,
  data_table: onlyOn(
    ['message'],
    all(
      shape(
        { rows: list(list(cell, 20, 1), 101, 1), caption: characters(3000, 1) },
        { ...block, page_size: whole(1, 100), row_header_column_index: whole(0, 19) },
      ),
      provided(
        (value) => cellCharacters(value.rows) <= 10_000,
        'must hold less than 10001 characters',
        'rows',
      ),
    ),
  ),
  data_visualization: onlyOn(['message', 'home'], shape({ title: characters(50, 1), chart }, block)),
  card: onlyOn(['message', 'home'], card),
  carousel: onlyOn(['message', 'home'], shape({ elements: list(byType({ card }), 10, 1) }, block)),
} satisfies Record<string, Rule>;
