interface Unreadable {
  /** What tells the place from others: its `data-ts` or `data-hash`. */
  place: string;
  /** Each a sentence, with the beginning of its text. */
  problems: string[];
}

/**
 * What is cut, stands beyond the edges, scrolls sideways, is squeezed into a column, or lies on something else, for each place with
 * this selector. To be run in a page.
 */
export function unreadable(selector: string): Unreadable[];
