import type { KnownBlock } from '@slack/types';
import { useEffect, useMemo, useState } from 'react';
import type { Container } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { blocksOf } from '../modal/modal.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useSurface } from '../surface/surface.ts';
import { SurfaceBlocks } from '../surface/surface-blocks.tsx';
import { ColumnHead } from './column-head.tsx';

const nothing: KnownBlock[] = [];

/** The app's Home tab. Opening it sends `app_home_opened`, and the app publishes its content. */
export function Home({ onMenu }: { onMenu(): void }) {
  const { state, perform } = useChat();
  const bot = state.users.find((user) => user.bot);
  const view = state.home?.view;
  const blocks = useMemo(() => (view ? blocksOf(view) : nothing), [view]);
  const hash = state.home?.hash;
  const container = useMemo<Container>(() => ({ type: 'home', ...(hash && { hash }) }), [hash]);
  const surface = useSurface(container, blocks);

  const [emptyText, setRemark] = useState('');

  useEffect(() => {
    void perform('openHome', {}).then((answer) => setRemark(answer.ok ? 'Nothing here yet.' : answer.error));
  }, [perform]);

  return (
    <main className="column column-main" aria-label="Home">
      <ColumnHead
        title={bot?.realName || bot?.name || 'App'}
        icon={<Avatar user={bot} size={24} />}
        detail="Home"
        onMenu={onMenu}
      />
      <div className="home" data-hash={hash}>
        {view ? (
          <SurfaceBlocks surface={surface} blocks={blocks} />
        ) : (
          <p className="beginning">{emptyText}</p>
        )}
      </div>
    </main>
  );
}
