import type { ImageBlock as ImageBlockData } from '@slack/types';
import { Picture, sourceOf } from '../elements/picture.tsx';
import { TextObject } from '../text/mrkdwn-text.tsx';

export function ImageBlock({ block }: { block: ImageBlockData }) {
  return (
    <figure className="image-block">
      {block.title && (
        <figcaption>
          <TextObject text={block.title} />
        </figcaption>
      )}
      <Picture source={sourceOf(block)} alt={block.alt_text} className="image-block-picture" />
    </figure>
  );
}
