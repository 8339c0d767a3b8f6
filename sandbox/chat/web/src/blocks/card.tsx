import type { CardBlock, CarouselBlock } from '@slack/types';
import { useCallback, useEffect, useRef, useState } from 'react';
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
  const cards = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const look = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = cards.current ?? {};
    setHidden({ before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 });
  }, []);
  useEffect(() => {
    const sizes = new ResizeObserver(look);
    if (cards.current) sizes.observe(cards.current);
    return () => sizes.disconnect();
  }, [look]);
  const arrow = (label: string, by: -1 | 1, isOn: boolean) => (
    <button
      type="button"
      className="carousel-arrow"
      aria-label={label}
      disabled={!isOn}
      onClick={() =>
        cards.current?.scrollBy({ left: by * cards.current.clientWidth * 0.8, behavior: 'smooth' })
      }
    >
      {by < 0 ? '‹' : '›'}
    </button>
  );
  const shown = (
    <section
      className="carousel-cards"
      ref={cards}
      onScroll={look}
      aria-label={counted(block.elements.length, 'card')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
      tabIndex={0}
    >
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
  return (
    <div className="carousel">
      {shown}
      {(hidden.before || hidden.after) && (
        <div className="carousel-arrows">
          {arrow('Earlier cards', -1, hidden.before)}
          {arrow('More cards', 1, hidden.after)}
        </div>
      )}
    </div>
  );
}
