/** What is in a caption. */

const foldedFrom = { characters: 420, lines: 9 };

/** Whether a caption is collapsed at first. */
export const isLong = (text: string): boolean =>
  text.length > foldedFrom.characters || text.split('\n').length > foldedFrom.lines;

interface Words {
  /** The start index. */
  at: number;
  words: string;
  isHashtag: boolean;
}

/** Splits a caption into text and hashtags. Hashtags can be in any script; a `#` in a URL or before a plain number isn't one. */
export function hashtagsIn(text: string): Words[] {
  const parts: Words[] = [];
  let at = 0;
  for (const { 0: words, index } of text.matchAll(
    /(?<![\p{L}\p{N}_/#&])#(?=[\p{N}_]*[\p{L}])[\p{L}\p{M}\p{N}_]+/gu,
  )) {
    if (index > at) parts.push({ at, words: text.slice(at, index), isHashtag: false });
    parts.push({ at: index, words, isHashtag: true });
    at = index + words.length;
  }
  if (at < text.length) parts.push({ at, words: text.slice(at), isHashtag: false });
  return parts;
}
