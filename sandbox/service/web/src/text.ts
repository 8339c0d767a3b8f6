/** What is in a caption. */

const foldedFrom = { characters: 420, lines: 9 };

/** Whether a caption is folded until someone asks for the rest. */
export const isLong = (text: string): boolean =>
  text.length > foldedFrom.characters || text.split('\n').length > foldedFrom.lines;

interface Words {
  /** Where they begin. */
  at: number;
  words: string;
  isHashtag: boolean;
}

/** A caption in order, with its hashtags apart: in any script, and not the `#` of an address or of a number alone. */
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
