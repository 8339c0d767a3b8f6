/**
 * Parses Slack's mrkdwn into a tree. Its leaves are rendered as text nodes only, so user input can't become HTML.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'user' | 'channel' | 'group' | 'broadcast'; id: string; label: string }
  | { kind: 'date'; unix: number; format: string; url: string; fallback: string };

export type Paragraph =
  | { kind: 'lines'; lines: Inline[][] }
  | { kind: 'quote'; lines: Inline[][] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'pre'; text: string };

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

export function parseMrkdwn(source: string): Paragraph[] {
  return source.split(/```/).flatMap((piece, index, pieces): Paragraph[] => {
    const fenced = index % 2 === 1;
    // An unclosed fence is plain text.
    if (fenced && index === pieces.length - 1) return parseLines(`\`\`\`${piece}`);
    if (fenced) return [{ kind: 'pre', text: decodeEntities(piece.replace(/^\n|\n$/g, '')) }];
    // Line breaks next to a fence are part of it.
    const before = index > 0 ? piece.replace(/^\n/, '') : piece;
    const text = index < pieces.length - 1 ? before.replace(/\n$/, '') : before;
    return text === '' ? [] : parseLines(text);
  });
}

function parseLines(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const line of text.split('\n')) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    const bullet = /^\s*[•◦] ?(.*)$/.exec(line);
    const last = paragraphs.at(-1);
    if (quoted) {
      const inlines = parseInline(quoted[1] ?? '');
      if (last?.kind === 'quote') last.lines.push(inlines);
      else paragraphs.push({ kind: 'quote', lines: [inlines] });
    } else if (bullet) {
      const inlines = parseInline(bullet[1] ?? '');
      if (last?.kind === 'list') last.items.push(inlines);
      else paragraphs.push({ kind: 'list', items: [inlines] });
    } else if (last?.kind === 'lines') last.lines.push(parseInline(line));
    else paragraphs.push({ kind: 'lines', lines: [parseInline(line)] });
  }
  return paragraphs;
}

function parseInline(line: string): Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain) nodes.push({ kind: 'text', text: decodeEntities(plain) });
    plain = '';
  };
  let at = 0;
  while (at < line.length) {
    const found = readNode(line, at);
    if (found) {
      flush();
      nodes.push(found.node);
      at = found.end;
    } else {
      plain += line[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function readNode(line: string, at: number): { node: Inline; end: number } | undefined {
  const sign = line[at];
  if (sign === '<') {
    const end = line.indexOf('>', at);
    const node = end > at ? parseAngle(line.slice(at + 1, end)) : undefined;
    return node && { node, end: end + 1 };
  }
  if (sign === 'h' && !isWord(line[at - 1])) {
    const bare = /^https?:\/\/[^\s<>|]+[^\s<>|.,:;!?)*_~'"]/.exec(line.slice(at))?.[0];
    if (!bare) return undefined;
    const url = decodeEntities(bare);
    return { node: { kind: 'link', url, children: [{ kind: 'text', text: url }] }, end: at + bare.length };
  }
  if (sign === '`') {
    const end = line.indexOf('`', at + 1);
    if (end <= at + 1) return undefined;
    return { node: { kind: 'code', text: decodeEntities(line.slice(at + 1, end)) }, end: end + 1 };
  }
  if (sign === '*' || sign === '_' || sign === '~') {
    const end = closingMark(line, at, sign);
    if (end === undefined) return undefined;
    return { node: { kind: marks[sign], children: parseInline(line.slice(at + 1, end)) }, end: end + 1 };
  }
  return undefined;
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** Formatting marks count only at word boundaries: `snake_case_name` and `2 * 3 * 4` stay plain. */
function closingMark(line: string, at: number, sign: string): number | undefined {
  if (isWord(line[at - 1]) || isSpace(line[at + 1]) || line[at + 1] === sign) return undefined;
  for (let end = line.indexOf(sign, at + 2); end !== -1; end = line.indexOf(sign, end + 1)) {
    const inAngle = line.lastIndexOf('<', end) > line.lastIndexOf('>', end);
    if (!inAngle && !isSpace(line[end - 1]) && !isWord(line[end + 1])) return end;
  }
  return undefined;
}

/** Parses the text between `<` and `>`. Undefined if it isn't one of Slack's forms and so is plain text. */
function parseAngle(inside: string): Inline | undefined {
  const bar = inside.indexOf('|');
  const target = bar === -1 ? inside : inside.slice(0, bar);
  const label = bar === -1 ? '' : inside.slice(bar + 1);
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1), label: decodeEntities(label) };
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1), label: decodeEntities(label) };
  if (target.startsWith('!date^')) {
    const [, unix = '', format = '', url = ''] = target.split('^');
    return {
      kind: 'date',
      unix: Number.parseInt(unix, 10),
      format: decodeEntities(format),
      url: decodeEntities(url),
      fallback: decodeEntities(label),
    };
  }
  if (target.startsWith('!subteam^'))
    return { kind: 'group', id: target.slice(9), label: decodeEntities(label) };
  if (target.startsWith('!')) return { kind: 'broadcast', id: target.slice(1), label: decodeEntities(label) };
  if (!/^(?:https?:\/\/|slack:\/\/|mailto:|tel:)/i.test(target)) return undefined;
  const url = decodeEntities(target);
  return {
    kind: 'link',
    url,
    children: label ? parseInline(label) : [{ kind: 'text', text: url.replace(/^mailto:/i, '') }],
  };
}
