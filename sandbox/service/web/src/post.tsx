import { useState } from 'react';
import type { LiveNetwork, LivePost, LiveProfile } from '#sandbox/service/live/protocol.ts';
import { Picture } from '../../../chat/web/src/elements/picture.tsx';
import { Media } from './media.tsx';
import { moment, wholeMoment } from './moment.ts';
import { networks } from './networks.ts';
import { hashtagsIn, isLong } from './text.ts';

interface PostProps {
  post: LivePost;
  profile: LiveProfile | undefined;
  network: LiveNetwork['name'];
  now: number;
  position: number;
  of: number;
}

/** A post, roughly the way its network shows it. */
export function Post({ post, profile, network, now, position, of }: PostProps) {
  const media = post.media.length > 0 && <Media addresses={post.media} />;
  const { picturesFirst } = networks[network];
  const when = new Date(post.at);
  return (
    <article className="post" aria-posinset={position} aria-setsize={of}>
      <header className="post-head">
        {profile && <Picture className="post-avatar" source={profile.picture} alt="" />}
        <p>
          <strong>
            <bdi>{profile?.name ?? post.brand}</bdi>
          </strong>
          <span className="post-facts">
            {profile && (
              <>
                <bdi>{post.brand}</bdi> ·{' '}
              </>
            )}
            <time dateTime={when.toISOString()} title={wholeMoment(post.at)}>
              {moment(post.at, now)}
            </time>
          </span>
        </p>
      </header>
      {picturesFirst && media}
      {post.caption.trim() && <Caption text={post.caption} />}
      {!picturesFirst && media}
    </article>
  );
}

function Caption({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const folded = isLong(text) && !open;
  return (
    <div className="caption">
      <p className={folded ? 'words words-folded' : 'words'} dir="auto">
        {hashtagsIn(text).map(({ at, words, isHashtag }) =>
          isHashtag ? (
            <span key={at} className="hashtag">
              {words}
            </span>
          ) : (
            words
          ),
        )}
      </p>
      {isLong(text) && (
        <button type="button" className="more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}
