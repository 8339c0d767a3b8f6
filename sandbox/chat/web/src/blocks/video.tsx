import type { VideoBlock } from '@slack/types';
import { Picture } from '../elements/picture.tsx';
import { Icon } from '../parts/icons.tsx';
import { ExternalLink } from '../text/mentions.tsx';
import { TextObject } from '../text/mrkdwn-text.tsx';

/** Shown as a card with a link: nothing of another site is embedded in this page. */
export function Video({ block }: { block: VideoBlock }) {
  return (
    <div className="video">
      <small>{[block.provider_name, block.author_name].filter(Boolean).join(' · ')}</small>
      <ExternalLink url={block.title_url ?? block.video_url}>
        <TextObject text={block.title} />
      </ExternalLink>
      {block.description && <TextObject text={block.description} />}
      <span className="video-picture">
        <Picture source={block.thumbnail_url} alt={block.alt_text} className="image-block-picture" />
        <span className="video-play">
          <Icon name="play" />
        </span>
      </span>
    </div>
  );
}
