import { answers } from './answers.ts';
import { campaigns } from './campaigns.ts';
import { cards } from './cards.ts';
import type { Extremes } from './extremes.ts';
import { forms } from './forms.ts';
import { lists } from './lists.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';

/** Every view of `views`, at its smallest and at its largest. */
export const everyView: readonly Extremes[] = [
  ...cards,
  ...campaigns,
  ...forms,
  ...lists,
  ...notes,
  ...notifications,
  ...answers,
];

export const nameOf = ({ view, when }: Extremes): string => (when ? `${view} (${when})` : view);
