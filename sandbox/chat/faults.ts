import { type Fields, fieldsOf, textOf } from './json.ts';
import type { World } from './world.ts';

/** A fault to inject into a call by the bot. */
export type Fault =
  /** `until`: the response is sent once this promise settles. */
  | { kind: 'rate-limited'; retryAfterSeconds: number; until?: Promise<unknown> }
  | { kind: 'server-error'; status?: number }
  /** Drops the connection before the call has any effect. */
  | { kind: 'dropped' }
  /** Files only: sends the first half, then drops the connection. */
  | { kind: 'truncated' }
  /** The call takes effect, but the connection is dropped before the response. */
  | { kind: 'answer-lost' }
  /** The call takes effect, and the response is sent once this promise settles. */
  | { kind: 'answer-held'; until: Promise<unknown> }
  | { kind: 'slow'; ms: number }
  /** The call takes effect once this promise settles, so a test can make something else happen first. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Responds with `{ ok: false, error }`. */
  | { kind: 'refused'; error: string }
  /** Responds with these fields, without any effect. */
  | { kind: 'answers'; with: Fields };

type Where = (args: Fields) => boolean;

type Unreachable = readonly string[] | ((url: string) => boolean);

/** Any picture that Slack wouldn't try to fetch, or couldn't read. It refuses the whole message then. */
function isUnfetchable(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, pathname } = new URL(address);
  // real Slack fails for addresses of its own machine too; here 127.0.0.1 is where the sandbox's pictures are
  return !['http:', 'https:'].includes(protocol) || pathname.endsWith('.webp');
}

/** Faults that tests and the demo can inject. */
export class Faults {
  /** Image URLs that Slack can't fetch, or a predicate. */
  imagesUnreachable: Unreachable = [];
  /** Block types that Slack doesn't support in this workspace yet, such as `carousel`. Messages with one are refused. */
  blocksUnsupported: readonly string[] = [];
  /** How many faults of each kind were injected. */
  readonly counts: Partial<Record<Fault['kind'], number>> = {};
  /** The Web API calls that had a fault injected. */
  readonly applied: { method: string; args: Fields; kind: Fault['kind'] }[] = [];
  readonly #planned: { method: string; fault: Fault; left: number; where: Where }[] = [];
  readonly #world: World;
  readonly #bot: string;

  constructor(world: World, bot: string) {
    this.#world = world;
    this.#bot = bot;
  }

  /**
   * The next calls of this Web API method (or `any`, `response_url`, or `files-pri` for a file) meet this fault. `where`: only
   * those whose arguments it accepts, because a bot sends other messages at the same time.
   */
  next(method: string, fault: Fault, times = 1, where: Where = () => true): void {
    this.#planned.push({ method, fault, left: times, where });
  }

  clear(): void {
    this.#planned.length = 0;
    this.imagesUnreachable = [];
    this.blocksUnsupported = [];
  }

  /** The fault for this call, if one is planned. Uses it up. */
  take(method: string, args: Fields = {}): Fault | undefined {
    const at = this.#planned.findIndex(
      (one) => (one.method === method || one.method === 'any') && one.where(args),
    );
    const plan = this.#planned[at];
    if (!plan) return undefined;
    plan.left -= 1;
    if (plan.left <= 0) this.#planned.splice(at, 1);
    const { kind } = plan.fault;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    return plan.fault;
  }

  readonly unreachable = (url: string): boolean => {
    const told = this.imagesUnreachable;
    return isUnfetchable(url) || (typeof told === 'function' ? told(url) : told.includes(url));
  };

  /** Slack's errors for unsupported blocks of a message. */
  unsupported(blocks: readonly unknown[]): string[] {
    return blocks.flatMap((block, index) => {
      const type = textOf(fieldsOf(block).type);
      const isUnknown = this.blocksUnsupported.includes(type);
      return isUnknown ? [`unsupported type: ${type} [json-pointer:/blocks/${index}/type]`] : [];
    });
  }

  archiveChannel(name: string, archived = true): void {
    this.#channel(name).archived = archived;
    this.#world.changed();
  }

  deleteChannel(name: string): void {
    this.#world.removeChannel(this.#channel(name).id);
  }

  removeBot(name: string): void {
    const channel = this.#channel(name);
    channel.members = channel.members.filter((one) => one !== this.#bot);
    this.#world.changed();
  }

  addBot(name: string): void {
    this.removeBot(name);
    this.#channel(name).members.push(this.#bot);
    this.#world.changed();
  }

  /** A user deletes one of the bot's messages. */
  deleteMessage(place: { channel: string; ts: string }): void {
    const message = this.#world.message(place.channel, place.ts);
    if (!message) throw new Error(`There is no message ${place.ts} in ${place.channel} to delete`);
    this.#world.remove(message);
  }

  #channel(name: string) {
    const channel = this.#world.channelNamed(name);
    if (!channel) throw new Error(`There is no channel called ${name}`);
    return channel;
  }
}
