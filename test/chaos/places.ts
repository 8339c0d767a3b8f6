/** Where the run takes place: channels with a brand of their own each, and the people in them. */
import type { ChannelOptions, PersonOptions } from '#sandbox/chat/defaults.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import { archivedPlace, longPlace, people, places, privatePlace } from './plan.ts';

export const channelOf = (place: number): string => `place-${place + 1}`;
export const channelIdOf = (place: number): string => `C0PLACE${place + 1}`;
export const brandOf = (place: number) => ({ id: `brand-${place + 1}`, name: `Brand ${place + 1}` });
export const personName = (index: number): string => `P${String(index + 1).padStart(2, '0')}`;

export const channels: ChannelOptions[] = Array.from({ length: places }, (_, i) => ({
  id: channelIdOf(i),
  name: channelOf(i),
  ...(i === privatePlace && { kind: 'private' }),
}));

/** Where something for this place can still be asked for. */
export const openPlace = (place: number, { world }: Chat): number =>
  place === archivedPlace && world.channelCalled(channelOf(place))?.archived ? places - 1 : place;

export const persons: PersonOptions[] = Array.from({ length: people }, (_, i) => ({
  id: `U0${personName(i)}`,
  name: personName(i),
}));

type Seed = Exclude<SandboxOptions['seed'], string | undefined>;

export const seed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: Array.from({ length: places }, (_, i) => ({
    ...brandOf(i),
    profiles: [{ id: `profile-${i + 1}`, provider: 'instagram' as const, name: `brand.${i + 1}` }],
  })),
};

/** The brands of all places; that of `longPlace` has had so many posts before the run. */
export const brandsWith = (history: number): Seed['brands'] =>
  seed.brands.map((brand, i) => (i === longPlace ? { ...brand, history } : brand));
