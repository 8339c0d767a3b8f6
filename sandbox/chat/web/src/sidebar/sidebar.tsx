import { type ReactNode, useState } from 'react';
import type { ShownChannel } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { homeHash, type PageLocation, threadsHash } from '../page-location.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon, WorkspaceMark } from '../parts/icons.tsx';
import { RunWorkflow } from '../workflows/run-workflow.tsx';
import { ActingAs } from './acting-as.tsx';
import { ChannelRow, Row } from './row.tsx';

interface SidebarProps {
  page: PageLocation;
  /** The open channel; undefined while the Home tab or *Threads* is open. */
  channel: string | undefined;
  onOpen(page: string): void;
}

const byName = (one: ShownChannel, other: ShownChannel) =>
  Number(one.archived) - Number(other.archived) || one.name.localeCompare(other.name);

export function Sidebar({ page, channel, onOpen }: SidebarProps) {
  const { state } = useChat();
  const [runs, setRuns] = useState(false);
  const channels = state.channels.filter((one) => one.kind !== 'direct').sort(byName);
  const directs = state.channels.filter((one) => one.kind === 'direct');
  const inThreads = state.threads.reduce((sum, { unread }) => sum + unread, 0);
  const bot = state.users.find((user) => user.bot);
  return (
    <nav className="sidebar" aria-label="Channels and people">
      <header className="sidebar-head">
        <WorkspaceMark />
        <strong>{state.workspace.name}</strong>
      </header>
      <div className="sidebar-scroll">
        <ul className="sidebar-threads">
          <Row
            label="Threads"
            icon={<Icon name="reply" size={16} />}
            current={!channel && page.open === threadsHash}
            unread={inThreads}
            mentions={inThreads}
            onClick={() => onOpen(threadsHash)}
          />
        </ul>
        <Group title="Channels">
          {channels.map((one) => (
            <ChannelRow key={one.id} channel={one} current={one.id === channel} onOpen={onOpen} />
          ))}
        </Group>
        {directs.length > 0 && (
          <Group title="Direct messages">
            {directs.map((one) => (
              <ChannelRow key={one.id} channel={one} current={one.id === channel} onOpen={onOpen} />
            ))}
          </Group>
        )}
        {bot && state.hasHome && (
          <Group title="Apps">
            <Row
              label={`${bot.realName || bot.name} home`}
              icon={<Avatar user={bot} size={20} />}
              current={!channel && page.open === homeHash}
              onClick={() => onOpen(homeHash)}
            />
          </Group>
        )}
        {state.steps.length > 0 && (
          <Group title="Automations">
            <Row label="Run a workflow" icon={<Icon name="bolt" size={16} />} onClick={() => setRuns(true)} />
          </Group>
        )}
        {state.liveUrl && (
          <Group title="Outside this chat">
            <li>
              <a
                className="row"
                href={`${state.liveUrl}?zone=${encodeURIComponent(state.me.zone)}`}
                target="_blank"
                rel="noreferrer"
              >
                <span className="row-icon">
                  <Icon name="external" size={16} />
                </span>
                <span className="row-label">What went live</span>
              </a>
            </li>
          </Group>
        )}
      </div>
      {runs && <RunWorkflow key={state.me.id} onClose={() => setRuns(false)} />}
      <ActingAs page={page} />
    </nav>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}
