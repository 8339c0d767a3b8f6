interface Unreadable {
  /** The element's `data-ts` or `data-hash`. */
  place: string;
  /** One sentence for each problem, with the beginning of the affected text. */
  problems: string[];
}

/**
 * Finds content that's cut off, beyond the edge, squeezed, scrolls sideways, or overlaps, in each element that matches the selector. Runs
 * in a page.
 */
export function unreadable(selector: string): Unreadable[];
