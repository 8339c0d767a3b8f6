import { isFields, listOf } from '../json.ts';
import { button } from './elements.ts';
import {
  all,
  anything,
  byType,
  characters,
  flag,
  list,
  oneOf,
  onlyOn,
  provided,
  type Rule,
  shape,
  whole,
} from './rules.ts';
import { anyText, fetched, id, imageElement, mrkdwn, onePicture, pictureFields, plain } from './texts.ts';

/** Limits of the blocks that show more than a text: slack-facts §2, "table" to "video", and the surface matrix. */
const block = { block_id: id };

const runs = list(
  byType(
    Object.fromEntries(
      ['text', 'link', 'user', 'usergroup', 'team', 'channel', 'emoji', 'broadcast', 'date', 'color'].map(
        (type) => [type, anything],
      ),
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
        rich_text_preformatted: shape({ elements: runs }, { ...bordered, language: anything }),
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
  shape({ alt_text: characters(2000, 1) }, { ...pictureFields, image_url: fetched }),
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

const taskCard = shape(
  {
    task_id: characters(255, 1),
    title: characters(150, 1),
    status: oneOf('pending', 'in_progress', 'complete', 'error'),
  },
  {
    ...block,
    details: byType({ rich_text: richText }),
    output: byType({ rich_text: richText }),
    sources: anything,
  },
);

const https: Rule = (value, at, check) => {
  if (typeof value !== 'string' || !value.startsWith('https://')) check.say(at, 'must be an https url');
};

const cellCharacters = (rows: unknown): number =>
  listOf(rows)
    .flatMap(listOf)
    .reduce<number>((sum, one) => sum + (isFields(one) ? String(one.text ?? '').length : 0), 0);

const number: Rule = (value, at, check) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) check.say(at, 'must be a number');
};
const positive: Rule = (value, at, check) => {
  if (!(Number(value) > 0)) check.say(at, 'must be greater than 0');
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

/** slack-facts G23. */
const chart = byType({
  pie: shape({ segments: list(shape({ label: chartLabel, value: all(number, positive) }), 6, 1) }),
  bar: overCategories,
  area: overCategories,
  line: overCategories,
});

export const richBlocks = {
  rich_text: richText,
  markdown: onlyOn(['message'], shape({ text: characters(12_000, 1) }, block)),
  table: onlyOn(
    ['message'],
    shape(
      { rows: list(list(cell, 20, 1), 100, 1) },
      {
        ...block,
        column_settings: list(shape({}, { align: oneOf('left', 'center', 'right'), is_wrapped: flag }), 20),
      },
    ),
  ),
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
  alert: onlyOn(
    ['modal'],
    shape(
      { text: anyText(3000) },
      { ...block, level: oneOf('default', 'info', 'warning', 'error', 'success') },
    ),
  ),
  task_card: onlyOn(['message'], taskCard),
  plan: onlyOn(
    ['message'],
    shape({ title: characters(150, 1) }, { ...block, tasks: list(byType({ task_card: taskCard }), 50) }),
  ),
  video: shape(
    {
      video_url: https,
      thumbnail_url: characters(3000, 1),
      alt_text: characters(2000, 1),
      title: plain(199),
    },
    {
      ...block,
      title_url: https,
      author_name: characters(49),
      provider_name: characters(255),
      provider_icon_url: characters(3000),
      description: plain(200),
    },
  ),
} satisfies Record<string, Rule>;
