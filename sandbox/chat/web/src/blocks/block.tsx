import type { KnownBlock } from '@slack/types';
import { blockIdOf } from '../surface/element-values.ts';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { Actions } from './actions.tsx';
import { Card, Carousel } from './card.tsx';
import { Chart, type ChartBlock } from './chart.tsx';
import { Container } from './container.tsx';
import { Context } from './context.tsx';
import { ImageBlock } from './image.tsx';
import { Input } from './input.tsx';
import { Markdown } from './markdown.tsx';
import { Plan, TaskCard } from './plan.tsx';
import { RichText } from './rich-text.tsx';
import { Section } from './section.tsx';
import { Table } from './table.tsx';
import { Video } from './video.tsx';

/** Any block, by its type. */
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
    case 'context_actions':
      return <Actions elements={block.elements} blockId={blockId} />;
    case 'context':
      return <Context block={block} />;
    case 'rich_text':
      return <RichText block={block} />;
    case 'input':
      return <Input block={block} blockId={blockId} />;
    case 'video':
      return <Video block={block} />;
    case 'markdown':
      return <Markdown text={block.text} />;
    case 'table':
    case 'data_table':
      return <Table block={block} />;
    case 'data_visualization':
      return <Chart block={block} />;
    case 'alert':
      return (
        <div className={`alert alert-${block.level ?? 'default'}`} role="note">
          <TextObject text={block.text} />
        </div>
      );
    case 'card':
      return <Card block={block} blockId={blockId} />;
    case 'carousel':
      return <Carousel block={block} blockId={blockId} />;
    case 'container':
      return (
        <Container block={block}>
          {block.child_blocks.map((child, index) => {
            const id = child.block_id ?? `${blockId}-${blockIdOf(child, index)}`;
            return <Block key={id} block={child} blockId={id} />;
          })}
        </Container>
      );
    case 'plan':
      return <Plan block={block} />;
    case 'task_card':
      return <TaskCard block={block} />;
    default:
      return <p className="unknown">Can’t show this block here: {block.type}</p>;
  }
}
