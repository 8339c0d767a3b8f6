/**
 * The length of a post on X, as X publishes it: "Counting characters" (docs.x.com), the configuration v3 of
 * its library twitter-text, and that library's conformance cases. The library itself is no longer maintained
 * (last release 2020).
 */
import { createRequire } from 'node:module';

/** Code points that weigh one; every other one weighs two (twitter-text, config/v3.json, `ranges`). */
const single = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

/** Every link is replaced by a t.co link (`transformedURLLength`). */
const linkWeight = 23;
/** A whole emoji, of any number of code points (`emojiParsingEnabled`, `defaultWeight`). */
const emojiWeight = 2;
/** The longest label of a domain, in its ASCII form (RFC 1035): a longer one makes no link. */
const longestLabel = 63;

/** Built when it's first used: loading all this at the start would take 30 ms in each process. */
function tools() {
  const { parse } = createRequire(import.meta.url)('tldts') as typeof import('tldts');
  return {
    parse,
    link: linkPattern(),
    /**
     * First the emoji that nothing joins or changes, which is a hundred times as fast as looking for it among all sequences. Last
     * keycaps without the selector that Unicode recommends.
     */
    emoji:
      /[\p{Emoji_Presentation}--\p{RI}](?![\u200D\uFE0F\u20E3\p{Emoji_Modifier}\u{E0020}-\u{E007F}])|\p{RGI_Emoji}|[0-9#*]\u20E3/gv,
  };
}
let built: ReturnType<typeof tools> | undefined;

function linkPattern(): RegExp {
  // a domain ends where its last label can end, so that text without spaces may follow it
  const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_\-]*[\p{L}\p{M}\p{N}])?\.`;
  const asciiLabel = String.raw`[a-z0-9\u00C0-\u024F](?:[a-z0-9_\u00C0-\u024F\-]*[a-z0-9\u00C0-\u024F])?\.`;
  const asciiEnd = String.raw`(?:xn--[a-z0-9\-]+|[a-z]{2,})(?![0-9a-z@+\-])`;
  const inPath = String.raw`[a-z\p{Script=Cyrillic}0-9!*';:=+,.$\/%#\[\]\-–_~@&\|\u00C0-\u024F]`;
  const endsPath = String.raw`(?:[+\-a-z\p{Script=Cyrillic}0-9=_#\/\u00C0-\u024F]|\(${inPath}+\))`;
  const path = String.raw`(?:\/(?:(?:${inPath}|\(${inPath}+\))*${endsPath})?)?`;
  const query = String.raw`(?:\?[a-z0-9!?*'@\(\);:&=+$\/%#\[\]\-_.,~\|]*[a-z0-9\-_&=#\/])?`;
  return new RegExp(
    String.raw`(?<![a-z0-9@＠$#＃])(?:https?:\/\/(?<host>(?:${label})+(?:${asciiEnd}|[[\p{L}\p{M}]&&\P{ASCII}]{2,}))|(?<![\-_.\/\u00C0-\u024F])(?<bare>(?:${asciiLabel})+${asciiEnd}))(?::\d+)?${path}${query}`,
    'giv',
  );
}

/**
 * Weighted characters: a link 23, an emoji 2, most Latin, Greek, Cyrillic, Arabic and Hebrew 1, CJK and the
 * rest 2.
 */
export function weightedLength(text: string): number {
  built ??= tools();
  const { link, emoji, parse } = built;
  const isLink = (host: string): boolean => {
    const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
    return (
      hostname.split('.').every(({ length }) => length <= longestLabel) && parse(hostname).isIcann === true
    );
  };
  let weight = 0;
  let end = 0;
  const normal = text.normalize('NFC');
  for (const match of normal.matchAll(link)) {
    if (!isLink(match.groups?.host ?? match.groups?.bare ?? '')) continue;
    weight += weightOf(normal.slice(end, match.index), emoji) + linkWeight;
    end = match.index + match[0].length;
  }
  return weight + weightOf(normal.slice(end), emoji);
}

function weightOf(text: string, emoji: RegExp): number {
  const parts = text.split(emoji);
  const points = parts.flatMap((part) => [...part].map((one) => one.codePointAt(0) ?? 0));
  const weights = points.map((point) => (single.some(([from, to]) => point >= from && point <= to) ? 1 : 2));
  return weights.reduce((sum, one) => sum + one, emojiWeight * (parts.length - 1));
}
