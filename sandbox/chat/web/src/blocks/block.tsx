import type { KnownBlock } from '@slack/types';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { Actions } from './actions.tsx';
import { Card, Carousel } from './card.tsx';
import { Chart, type ChartBlock } from './chart.tsx';
import { Context } from './context.tsx';
import { ImageBlock } from './image.tsx';
import { Input } from './input.tsx';
import { RichText } from './rich-text.tsx';
import { Section } from './section.tsx';
import { Table } from './table.tsx';

/** Any block that Presscheck uses, by its type. */
export function Block({ block, blockId }: { block: KnownBlock | ChartBlock; blockId: string }) {
  switch (block.type) {
    case 'section':
      return <Section block={block} blockId={blockId} />;
    case 'divider':
      return <hr className="divider" />;
    case 'header':
      return (
        <h3 className="header-block">
          <TextObject text={block.text} />
        </h3>
      );
    case 'image':
      return <ImageBlock block={block} />;
    case 'actions':
      return <Actions elements={block.elements} blockId={blockId} />;
    case 'context':
      return <Context block={block} />;
    case 'rich_text':
      return <RichText block={block} />;
    case 'input':
      return <Input block={block} blockId={blockId} />;
    case 'data_table':
      return <Table block={block} />;
    case 'data_visualization':
      return <Chart block={block} />;
    case 'card':
      return <Card block={block} blockId={blockId} />;
    case 'carousel':
      return <Carousel block={block} blockId={blockId} />;
    default:
      return <p className="unknown">Can’t show this block here: {block.type}</p>;
  }
}
