import { type Fields, fieldsOf, textOf } from './json.ts';
import type { World } from './world.ts';

/** What goes wrong with a call of the bot. */
export type Fault =
  /** `until`: it's answered when this promise is settled. */
  | { kind: 'rate-limited'; retryAfterSeconds: number; until?: Promise<unknown> }
  | { kind: 'server-error'; status?: number }
  /** The connection breaks before anything happened. */
  | { kind: 'dropped' }
  /** Only of a file: its first half arrives, and the connection breaks. */
  | { kind: 'truncated' }
  /** It happens, and the connection breaks before the answer. */
  | { kind: 'answer-lost' }
  /** It happens, and is answered when this promise is settled. */
  | { kind: 'answer-held'; until: Promise<unknown> }
  | { kind: 'slow'; ms: number }
  /** It happens when this promise is settled: however busy the machine is, what is to come before it comes before it. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Slack answers `{ ok: false, error }`. */
  | { kind: 'refused'; error: string }
  /** Slack answers this, and nothing happens. */
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

/** What tests and the demo can order to go wrong. */
export class Faults {
  /** Addresses of pictures that Slack cannot fetch (G18), or a function that knows. */
  imagesUnreachable: Unreachable = [];
  /** Types of blocks that Slack doesn't know in this workspace yet, such as `carousel`: it refuses every message with one. */
  blocksUnsupported: readonly string[] = [];
  /** How often a call met a fault of each kind. */
  readonly counts: Partial<Record<Fault['kind'], number>> = {};
  /** The calls of the Web API that met one. */
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

  /** Takes the fault that this call meets, if one is planned. */
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

  /** What Slack says of the blocks of a message that it doesn't know. */
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

  /** A person deletes a message of the bot. */
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
