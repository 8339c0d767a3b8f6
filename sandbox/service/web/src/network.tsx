import { useState } from 'react';
import type { LiveNetwork, LiveProfile } from '#sandbox/service/live/protocol.ts';
import { networks } from './networks.ts';
import { Post } from './post.tsx';

/** A network's feed, for all its profiles or one of them. */
export function Network({ network, now }: { network: LiveNetwork; now: number }) {
  const { name, profiles, older } = network;
  const { title } = networks[name];
  const [only, setOnly] = useState('');
  const chosen = profiles.find(({ id }) => id === only);
  const posts = chosen ? network.posts.filter(({ profile }) => profile === chosen.id) : network.posts;
  return (
    <section className="network" id={name} aria-label={title}>
      <header className="network-head">
        <h2>
          <span className={`mark mark-${name}`} aria-hidden="true" />
          {title} <span className="count">{posts.length + (chosen ? 0 : older)}</span>
        </h2>
        {profiles.length > 1 && <Profiles profiles={profiles} only={only} onChoose={setOnly} />}
        {name === 'none' && <p>Published without a social profile, so nobody saw it on a network.</p>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <div className="feed" role="feed" aria-label={`${title}, newest first`} tabIndex={0}>
        {posts.map((post, at) => (
          <Post
            key={`${post.id} ${post.profile}`}
            post={post}
            now={now}
            network={name}
            profile={profiles.find(({ id }) => id === post.profile)}
            position={at + 1}
            of={posts.length}
          />
        ))}
        {posts.length === 0 && (
          <p className="empty">Nothing has gone live {chosen ? `as ${chosen.name}` : `on ${title}`} yet.</p>
        )}
        {older > 0 && <p className="empty">Older posts aren’t shown: {older}.</p>}
      </div>
    </section>
  );
}

interface ProfilesProps {
  profiles: LiveProfile[];
  only: string;
  onChoose(id: string): void;
}

function Profiles({ profiles, only, onChoose }: ProfilesProps) {
  return (
    <select aria-label="Profile" value={only} onChange={(event) => onChoose(event.target.value)}>
      <option value="">All profiles</option>
      {profiles.map(({ id, name, brand }) => (
        <option key={id} value={id}>
          {name} · {brand}
        </option>
      ))}
    </select>
  );
}
