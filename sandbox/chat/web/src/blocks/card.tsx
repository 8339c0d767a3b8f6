import type { CardBlock, CarouselBlock } from '@slack/types';
import { Picture, sourceOf } from '../elements/picture.tsx';
import { blockIdOf } from '../surface/element-values.ts';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { counted } from '../text/names.ts';
import { Actions } from './actions.tsx';

export function Card({ block, blockId }: { block: CardBlock; blockId: string }) {
  const { hero_image: hero, icon, title, subtitle, body, actions } = block;
  return (
    <div className="card-block">
      {hero && <Picture source={sourceOf(hero)} alt={hero.alt_text} className="card-block-hero" />}
      <div className="card-block-text">
        <div className="card-block-head">
          {icon && <Picture source={sourceOf(icon)} alt={icon.alt_text} className="context-image" />}
          {title && (
            <strong>
              <TextObject text={title} />
            </strong>
          )}
        </div>
        {subtitle && (
          <small>
            <TextObject text={subtitle} />
          </small>
        )}
        {body && <TextObject text={body} />}
        {actions && <Actions elements={actions} blockId={blockId} />}
      </div>
    </div>
  );
}

export function Carousel({ block, blockId }: { block: CarouselBlock; blockId: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section className="carousel" aria-label={counted(block.elements.length, 'card')} tabIndex={0}>
      {block.elements.map((card, index) => (
        <Card
          key={blockIdOf(card, index)}
          block={card}
          // What is clicked in a card without an id of its own belongs to the carousel.
          blockId={card.block_id ?? blockId}
        />
      ))}
    </section>
  );
}
