import { useMemo } from 'react';
import { inlineFromMarkdown, type MarkdownPart, parseMarkdown } from '../text/markdown.ts';
import { drawInline } from '../text/mrkdwn-text.tsx';

function Part({ part }: { part: MarkdownPart }) {
  switch (part.kind) {
    case 'rule':
      return <hr className="divider" />;
    case 'code':
      return <pre>{part.text}</pre>;
    case 'list': {
      const items = part.items.map((item) => <li key={item}>{drawInline(inlineFromMarkdown(item))}</li>);
      return part.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
  const inline = drawInline(inlineFromMarkdown(part.text));
  if (part.kind === 'heading') return <h4>{inline}</h4>;
  if (part.kind === 'quote') return <blockquote>{inline}</blockquote>;
  return <p>{inline}</p>;
}

/** The `markdown` block: the common part of Markdown, not all of it. */
export function Markdown({ text }: { text: string }) {
  const parts = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="rich-text">
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}
