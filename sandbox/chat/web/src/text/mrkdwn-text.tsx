import { Fragment, memo, useMemo } from 'react';
import { TextWithEmoji } from './emoji-glyph.tsx';
import {
  ChannelMention,
  ExternalLink,
  GroupMention,
  NamedMention,
  SlackDate,
  UserMention,
} from './mentions.tsx';
import { type Inline, type Paragraph, parseMrkdwn } from './mrkdwn.ts';

function InlineNode({ node, first }: { node: Inline; first: boolean }) {
  switch (node.kind) {
    case 'text':
      return <TextWithEmoji text={node.text} />;
    case 'bold':
      return <strong>{renderInline(node.children, first)}</strong>;
    case 'italic':
      return <em>{renderInline(node.children, first)}</em>;
    case 'strike':
      return <s>{renderInline(node.children, first)}</s>;
    case 'code':
      return <code>{node.text}</code>;
    case 'link':
      return <ExternalLink url={node.url}>{renderInline(node.children, first)}</ExternalLink>;
    case 'user':
      return <UserMention id={node.id} label={node.label} />;
    case 'channel':
      return <ChannelMention id={node.id} label={node.label} />;
    case 'group':
      return <GroupMention id={node.id} label={node.label} />;
    case 'broadcast':
      return <NamedMention name={node.label || node.id} loud />;
    case 'date':
      return <SlackDate {...node} first={first} />;
  }
}

function renderInline(nodes: Inline[], first = true) {
  return nodes.map((node, index) => <InlineNode key={index} node={node} first={first && index === 0} />);
}

function Lines({ lines }: { lines: Inline[][] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {renderInline(line)}
    </Fragment>
  ));
}

function ParagraphNode({ paragraph }: { paragraph: Paragraph }) {
  switch (paragraph.kind) {
    case 'lines':
      return <Lines lines={paragraph.lines} />;
    case 'quote':
      return (
        <blockquote>
          <Lines lines={paragraph.lines} />
        </blockquote>
      );
    case 'list':
      return (
        <ul>
          {paragraph.items.map((item, index) => (
            <li key={index}>{renderInline(item)}</li>
          ))}
        </ul>
      );
    case 'pre':
      return <pre>{paragraph.text}</pre>;
  }
}

/** Formatted text as Slack shows it. */
export const MrkdwnText = memo(function MrkdwnText({ text }: { text: string }) {
  const paragraphs = useMemo(() => parseMrkdwn(text), [text]);
  return (
    <div className="mrkdwn">
      {paragraphs.map((paragraph, index) => (
        <ParagraphNode key={index} paragraph={paragraph} />
      ))}
    </div>
  );
});

interface TextObjectProps {
  text: { type: string; text: string; emoji?: boolean };
}

/** A Block Kit text object. In `plain_text`, only emoji are rendered. */
export function TextObject({ text }: TextObjectProps) {
  if (text.type === 'mrkdwn') return <MrkdwnText text={text.text} />;
  return (
    <span className="plain-text">
      {text.emoji === false ? text.text : <TextWithEmoji text={text.text} />}
    </span>
  );
}
