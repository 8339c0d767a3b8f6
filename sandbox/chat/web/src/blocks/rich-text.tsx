import type { RichTextBlock, RichTextBlockElement, RichTextElement } from '@slack/types';
import type { ReactNode } from 'react';
import { emojiNamed } from '../text/emoji.ts';
import { EmojiGlyph, TextWithEmoji } from '../text/emoji-glyph.tsx';
import { ChannelMention, ExternalLink, NamedMention, SlackDate, UserMention } from '../text/mentions.tsx';

function bare(leaf: RichTextElement, first: boolean): ReactNode {
  switch (leaf.type) {
    case 'text':
      return <TextWithEmoji text={leaf.text} />;
    case 'link':
      return <ExternalLink url={leaf.url}>{leaf.text ?? leaf.url}</ExternalLink>;
    case 'user':
      return <UserMention id={leaf.user_id} />;
    case 'channel':
      return <ChannelMention id={leaf.channel_id} />;
    case 'usergroup':
      return <NamedMention name={leaf.usergroup_id} />;
    case 'team':
      return <NamedMention name={leaf.team_id} />;
    case 'broadcast':
      return <NamedMention name={leaf.range} loud />;
    case 'emoji': {
      const emoji = emojiNamed(leaf.name);
      return emoji ? <EmojiGlyph emoji={emoji} /> : `:${leaf.name}:`;
    }
    case 'date':
      return (
        <SlackDate
          unix={leaf.timestamp}
          format={leaf.format}
          fallback={leaf.fallback ?? ''}
          url={leaf.url ?? ''}
          first={first}
        />
      );
    default:
      return null;
  }
}

function Leaf({ leaf, first }: { leaf: RichTextElement; first: boolean }) {
  const { style } = leaf;
  let rendered = bare(leaf, first);
  if (style?.code) rendered = <code>{rendered}</code>;
  if (style?.strike) rendered = <s>{rendered}</s>;
  if (style?.underline) rendered = <u>{rendered}</u>;
  if (style?.italic) rendered = <em>{rendered}</em>;
  if (style?.bold) rendered = <strong>{rendered}</strong>;
  return rendered;
}

function leaves(elements: RichTextElement[]) {
  return elements.map((leaf, index) => <Leaf key={index} leaf={leaf} first={index === 0} />);
}

function Part({ part }: { part: RichTextBlockElement }) {
  switch (part.type) {
    case 'rich_text_section':
      return <p>{leaves(part.elements)}</p>;
    case 'rich_text_quote':
      return <blockquote>{leaves(part.elements)}</blockquote>;
    case 'rich_text_list': {
      const items = part.elements.map((item, index) => <li key={index}>{leaves(item.elements)}</li>);
      const style = { marginLeft: `${(part.indent ?? 0) * 1.5}rem` };
      return part.style === 'ordered' ? <ol style={style}>{items}</ol> : <ul style={style}>{items}</ul>;
    }
    default:
      return null;
  }
}

export function RichText({ block }: { block: RichTextBlock }) {
  return (
    <div className="rich-text">
      {block.elements.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}
