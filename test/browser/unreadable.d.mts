interface Unreadable {
  /** The element's `data-ts` or `data-hash`. */
  place: string;
  /** One sentence for each, with the beginning of the text concerned. */
  problems: string[];
}

/**
 * Finds what is cut off, beyond the edge, squeezed, scrolls sideways or overlaps, for each element that matches the selector. To be
 * run in a page.
 */
export function unreadable(selector: string): Unreadable[];
