/** What Slack offers in one workspace. Types only. */
import type { SlackCalls } from './calls.ts';
import type { ChannelRateLimiter } from './channel-rate-limiter.ts';
import type { Channels } from './channels.ts';
import type { GrantedScopes } from './granted-scopes.ts';
import type { SlackFiles } from './media.ts';
import type { Messages } from './messages.ts';
import type { PersonNotifier } from './person-notifier.ts';
import type { Threads } from './threads.ts';
import type { Uploader } from './uploader.ts';
import type { Users } from './users.ts';

export interface Slack {
  users: Users;
  notifier: Messages;
  /** For results of interactions without a response URL, such as a modal. */
  personNotifier: PersonNotifier;
  slackCalls: SlackCalls;
  uploader: Uploader;
  files: SlackFiles;
  threads: Threads;
  channels: Channels;
  grantedScopes: GrantedScopes;
  channelRateLimiter: ChannelRateLimiter;
  /** The workspace's address in Slack, for links to messages; empty if it can't be read. */
  slackUrl(): Promise<string>;
}
