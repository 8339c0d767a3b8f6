import type { ContextBlock } from '@slack/types';
import { Picture, sourceOf } from '../elements/picture.tsx';
import { TextObject } from '../text/mrkdwn-text.tsx';

export function Context({ block }: { block: ContextBlock }) {
  return (
    <div className="context">
      {block.elements.map((element, index) =>
        element.type === 'image' ? (
          <Picture key={index} source={sourceOf(element)} alt={element.alt_text} className="context-image" />
        ) : (
          <TextObject key={index} text={element} />
        ),
      )}
    </div>
  );
}
