import type { LiveFeed } from '#sandbox/service/live/protocol.ts';
import { zone } from './moment.ts';
import { Network } from './network.tsx';
import { networks } from './networks.ts';

import { useFeed } from './use-feed.ts';

const city = zone.replace(/^.*\//, '').replaceAll('_', ' ');

export function App() {
  const { feed, connected } = useFeed();
  return (
    <div className="page">
      <header className="page-head">
        <h1>What went live</h1>
        <p>
          Published with the sandbox’s publishing service. Nothing left this machine. Times are in {city}{' '}
          time.
        </p>
        {feed && <Jumps feed={feed} />}
      </header>
      {!connected && (
        <p className="unreachable" role="alert">
          The publishing service can’t be reached. Trying again…
        </p>
      )}
      {feed ? <Networks feed={feed} /> : connected && <p className="loading">Loading…</p>}
    </div>
  );
}

/** In a narrow window, only one network is in view. */
function Jumps({ feed }: { feed: LiveFeed }) {
  return (
    <nav className="jumps" aria-label="Networks">
      {feed.networks.map(({ name, posts, older }) => (
        <a key={name} href={`#${name}`}>
          {networks[name].title} <span className="count">{posts.length + older}</span>
        </a>
      ))}
    </nav>
  );
}

function Networks({ feed }: { feed: LiveFeed }) {
  if (feed.networks.length === 0)
    return (
      <main className="nothing">
        <h2>Nothing has gone live yet</h2>
        <p>No social profile is connected, so there’s no network to publish to.</p>
      </main>
    );
  const none = feed.networks.every(({ posts }) => posts.length === 0);
  return (
    <main className="networks">
      {none && (
        <p className="nothing-yet">
          Nothing has gone live yet. Approve and publish a post in the chat, and it shows up here.
        </p>
      )}
      {feed.networks.map((network) => (
        <Network key={network.name} network={network} now={feed.now} />
      ))}
    </main>
  );
}
