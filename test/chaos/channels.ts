/** The channels of a run, each with its own brand, and its users. */
import type { ChannelOptions, UserOptions } from '#sandbox/chat/defaults.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import { archivedChannel, channelCount, longHistoryChannel, privateChannel, userCount } from './plan.ts';

export const channelOf = (channel: number): string => `place-${channel + 1}`;
export const channelIdOf = (channel: number): string => `C0PLACE${channel + 1}`;
export const brandOf = (channel: number) => ({ id: `brand-${channel + 1}`, name: `Brand ${channel + 1}` });
export const userName = (index: number): string => `P${String(index + 1).padStart(2, '0')}`;

export const channels: ChannelOptions[] = Array.from({ length: channelCount }, (_, i) => ({
  id: channelIdOf(i),
  name: channelOf(i),
  ...(i === privateChannel && { kind: 'private' }),
}));

/** The channel to use for requests: another one if this one is archived. */
export const openChannel = (channel: number, { world }: Chat): number =>
  channel === archivedChannel && world.channelNamed(channelOf(channel))?.archived
    ? channelCount - 1
    : channel;

export const chaosUsers: UserOptions[] = Array.from({ length: userCount }, (_, i) => ({
  id: `U0${userName(i)}`,
  name: userName(i),
}));

type Seed = Exclude<SandboxOptions['seed'], string | undefined>;

export const seed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: Array.from({ length: channelCount }, (_, i) => ({
    ...brandOf(i),
    profiles: [{ id: `profile-${i + 1}`, provider: 'instagram' as const, name: `brand.${i + 1}` }],
  })),
};

/** The brands of all channels; that of `longHistoryChannel` has this many older posts. */
export const brandsWith = (history: number): Seed['brands'] =>
  seed.brands.map((brand, i) => (i === longHistoryChannel ? { ...brand, history } : brand));
