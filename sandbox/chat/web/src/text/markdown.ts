/** The common part of Markdown, line by line. Pure, like the mrkdwn parser. */
import type { Inline } from './mrkdwn.ts';

export type MarkdownPart =
  | { kind: 'heading' | 'paragraph' | 'quote' | 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'rule' };

export function parseMarkdown(source: string): MarkdownPart[] {
  return source.split(/^```.*$/m).flatMap((piece, index): MarkdownPart[] => {
    if (index % 2 === 1) return [{ kind: 'code', text: piece.replace(/^\n|\n$/g, '') }];
    return piece
      .split('\n')
      .reduce(addLine, [])
      .filter((part) => !('text' in part) || part.text !== '');
  });
}

function addLine(parts: MarkdownPart[], line: string): MarkdownPart[] {
  const last = parts.at(-1);
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  const quote = /^>\s?(.*)$/.exec(line);
  const item = /^\s*([-*+]|\d+\.)\s+(.*)$/.exec(line);
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return [...parts, { kind: 'rule' }];
  if (heading) return [...parts, { kind: 'heading', text: heading[1] ?? '' }];
  if (quote) return joined(parts, last, 'quote', quote[1] ?? '');
  if (item) {
    const ordered = /\d/.test(item[1] ?? '');
    const text = item[2] ?? '';
    if (last?.kind !== 'list' || last.ordered !== ordered) {
      return [...parts, { kind: 'list', ordered, items: [text] }];
    }
    return [...parts.slice(0, -1), { ...last, items: [...last.items, text] }];
  }
  // An empty line ends a paragraph: an empty one is left behind, and dropped at the end.
  if (line.trim() === '') return [...parts, { kind: 'paragraph', text: '' }];
  return joined(parts, last, 'paragraph', line);
}

function joined(
  parts: MarkdownPart[],
  last: MarkdownPart | undefined,
  kind: 'quote' | 'paragraph',
  text: string,
) {
  if (last?.kind !== kind || last.text === '') return [...parts, { kind, text }];
  return [...parts.slice(0, -1), { kind, text: `${last.text} ${text}` }];
}

const inlineForms =
  /\*\*(?<bold>.+?)\*\*|~~(?<strike>.+?)~~|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<url>[^)\s]+)\)|(?<![\w*])[*_](?<italic>[^*_]+)[*_](?!\w)/gs;

export function inlineFromMarkdown(text: string): Inline[] {
  const nodes: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(inlineForms)) {
    if (match.index > from) nodes.push({ kind: 'text', text: text.slice(from, match.index) });
    const { bold, strike, code, label, url, italic } = match.groups ?? {};
    if (bold) nodes.push({ kind: 'bold', children: inlineFromMarkdown(bold) });
    else if (strike) nodes.push({ kind: 'strike', children: inlineFromMarkdown(strike) });
    else if (italic) nodes.push({ kind: 'italic', children: inlineFromMarkdown(italic) });
    else if (code) nodes.push({ kind: 'code', text: code });
    else if (label && url) nodes.push({ kind: 'link', url, children: inlineFromMarkdown(label) });
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push({ kind: 'text', text: text.slice(from) });
  return nodes;
}
