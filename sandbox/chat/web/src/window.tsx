import { useCallback, useEffect, useState } from 'react';
import type { Notification } from '#sandbox/chat/protocol.ts';
import { Clock } from './clock/clock.tsx';
import { RestartBot } from './clock/restart-bot.tsx';
import { useChat } from './connection/chat.tsx';
import { useFocused } from './connection/focused.ts';
import { Conversation } from './conversation/conversation.tsx';
import { Home } from './conversation/home.tsx';
import { Thread } from './conversation/thread.tsx';
import { Guide } from './guide/guide.tsx';
import { ModalStack } from './modal/modal-stack.tsx';
import { Threads } from './notifications/threads.tsx';
import { NotificationToasts } from './notifications/toasts.tsx';
import { hashOf, homeHash, type PageLocation, threadsHash } from './page-location.ts';
import { Notices } from './parts/notices.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { OpenChannelContext } from './surface/open-channel.ts';

/** The whole page: sidebar, the open conversation, a thread beside it, and the modals above. */
export function Window({ page }: { page: PageLocation }) {
  const { state, connected } = useChat();
  const [drawer, setDrawer] = useState(false);
  const [thread, setThread] = useState<{ channel: string; ts: string }>();
  const [lastChannel, setLastChannel] = useState<string>();

  const first = state.channels.find((channel) => channel.kind === 'public' && !channel.archived);
  const channel =
    state.channels.find((one) => one.id === page.open) ??
    (page.open === threadsHash || (page.open === homeHash && state.hasHome) ? undefined : first);
  if (channel && channel.id !== lastChannel) setLastChannel(channel.id);

  const title = channel?.name ?? (page.open === threadsHash ? 'Threads' : 'Home');
  const waiting = state.unreadNotifications[state.me.id] ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · ${state.workspace.name}`;
  }, [title, waiting, state.workspace.name]);

  const { goTo } = page;
  const open = useCallback(
    (next: string) => {
      goTo(next);
      setThread(undefined);
      setDrawer(false);
    },
    [goTo],
  );
  const openMessage = (message: { channel: string; ts: string; thread?: string }) => {
    goTo(hashOf(message));
    setThread(message.thread ? { channel: message.channel, ts: message.thread } : undefined);
    setDrawer(false);
  };
  // like Slack, a link to a reply without its thread opens the channel
  const targetTs =
    channel &&
    state.messages[channel.id]?.find(
      ({ ts, thread: of }) => ts === page.message && (of ?? ts) === (page.thread || ts),
    );
  const [soughtFor, setSoughtFor] = useState<string>();
  if (targetTs && targetTs.ts !== soughtFor) {
    setSoughtFor(targetTs.ts);
    if (targetTs.thread && targetTs.thread !== targetTs.ts)
      setThread({ channel: channel.id, ts: targetTs.thread });
  }
  const root = thread && state.messages[thread.channel]?.find((message) => message.ts === thread.ts);
  const showThread = root && channel?.id === thread.channel;
  const focused = useFocused();
  const isInView = (one: Notification) => {
    const inChannel = channel?.id === one.channel && (!one.thread || one.broadcast === true);
    const inThread = showThread === true && root.channel === one.channel && root.ts === one.thread;
    return focused && (inChannel || inThread);
  };

  return (
    // A shortcut used in the Home tab applies to the channel that was open before.
    <OpenChannelContext value={channel?.id ?? lastChannel}>
      <div className={showThread ? 'window window-with-thread' : 'window'} data-drawer={drawer}>
        {!connected && (
          <p className="connection-bar" role="status">
            <span className="spinner" aria-hidden="true" /> Connection lost. Reconnecting…
          </p>
        )}
        {(state.guide.length > 0 || state.clock || state.canRestart) && (
          <div className="top-bar">
            {(state.clock || state.canRestart) && (
              <div className="demo-controls">
                {state.clock && <Clock clock={state.clock} />}
                {state.canRestart && <RestartBot />}
              </div>
            )}
            {state.guide.length > 0 && <Guide steps={state.guide} />}
          </div>
        )}
        <Sidebar page={page} channel={channel?.id} onOpen={open} />
        {drawer && (
          <button
            type="button"
            className="drawer-shade"
            aria-label="Close the list"
            onClick={() => setDrawer(false)}
          />
        )}
        {channel ? (
          <Conversation
            key={`${state.me.id}-${channel.id}`}
            channel={channel}
            targetTs={targetTs?.broadcast ? targetTs.ts : (targetTs?.thread ?? targetTs?.ts)}
            onThread={(ts) => setThread({ channel: channel.id, ts })}
            onMenu={() => setDrawer(true)}
          />
        ) : page.open === threadsHash ? (
          <Threads
            onOpen={({ channel: where, ts, newest }) =>
              openMessage({ channel: where, ts: newest, thread: ts })
            }
            onMenu={() => setDrawer(true)}
          />
        ) : (
          <Home key={state.me.id} onMenu={() => setDrawer(true)} />
        )}
        {showThread && (
          <Thread
            key={root.ts}
            channel={channel}
            root={root}
            targetTs={targetTs?.thread === root.ts ? targetTs.ts : undefined}
            onClose={() => setThread(undefined)}
          />
        )}
        <div className="toasts">
          <Notices />
          <NotificationToasts key={state.me.id} isInView={isInView} onOpen={openMessage} />
        </div>
      </div>
      <ModalStack key={state.me.id} page={page} />
    </OpenChannelContext>
  );
}
