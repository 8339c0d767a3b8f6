import { type Inline, parseMrkdwn } from './mrkdwn.ts';

/** The name of a user or channel; undefined if it's unknown. */
type NameOf = (id: string) => string | undefined;

/** A formatted date; undefined if its fallback should be shown. */
type DateOf = (unix: number, format: string) => string | undefined;

const signs = { user: '@', channel: '#', group: '', broadcast: '@' };

function inlineText(nodes: Inline[], nameOf: NameOf, dateOf: DateOf): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text' || node.kind === 'code') return node.text;
      if ('children' in node) return inlineText(node.children, nameOf, dateOf);
      if (node.kind === 'date') return dateOf(node.unix, node.format) ?? node.fallback;
      return signs[node.kind] + (nameOf(node.id) ?? (node.label || node.id));
    })
    .join('');
}

/** mrkdwn as plain text, for accessible names. */
export function plainFromMrkdwn(
  source: string,
  nameOf: NameOf = () => undefined,
  dateOf: DateOf = () => undefined,
): string {
  return parseMrkdwn(source)
    .map((paragraph) => {
      if (paragraph.kind === 'pre') return paragraph.text;
      const lines = paragraph.kind === 'list' ? paragraph.items : paragraph.lines;
      return lines.map((line) => inlineText(line, nameOf, dateOf)).join(' ');
    })
    .join(' ')
    .trim();
}

export function plainText(text: { type: string; text: string } | undefined): string {
  if (!text) return '';
  return text.type === 'mrkdwn' ? plainFromMrkdwn(text.text) : text.text;
}
