/** The hash chain: what an entry's hash is made from, and whether stored entries match it. No I/O. */
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '#src/platform/json.ts';

const linkSchema = z.object({ number: z.int(), hash: z.string() });

/** The end of the chain, and where it begins: after `base`, the last entry that was trimmed. */
export const headSchema = z.object({ ...linkSchema.shape, base: linkSchema });
export type Head = z.infer<typeof headSchema>;

/**
 * Where an untrimmed chain begins. It has the workspace's id, so that a chain can't be used for another
 * workspace.
 */
export function beginning(workspace: string): Head {
  const start = { number: 0, hash: `presscheck audit ${workspace}` };
  return { ...start, base: start };
}

/**
 * With a key, it's an HMAC, which nobody with access to Redis alone can make. `text` is hashed byte by byte,
 * as stored.
 */
export function hashOf(
  previous: string,
  number: number,
  text: string | Buffer,
  key: string | undefined,
): string {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(`${previous}\n${number}\n`).update(text).digest('hex');
}

/** An entry as Redis returns it: its id and fields in the stream. */
export type Stored = [id: Buffer, fields: Buffer[]];

export interface Broken {
  /** The first entry that doesn't match. */
  number: number;
  why: string;
}

const trimmedSchema = z.object({ content: z.string(), note: z.string() });

/** Goes through a chain from its base. Each entry must match the one before. */
export class ChainCheck {
  number: number;
  hash: string;
  /** How many entries matched without the key. They all come before the first one that needs it. */
  unkeyed = 0;
  /** What the last entry about trimming says: the hash and number of the last removed entry. */
  trimmed: z.infer<typeof trimmedSchema> | undefined;
  readonly #key: string | undefined;
  #keyed = false;

  constructor(base: Head['base'], key: string | undefined) {
    this.number = base.number;
    this.hash = base.hash;
    this.#key = key;
  }

  /** Checks the next entry and returns the new end. */
  next([id, fields]: Stored): Broken | undefined {
    const number = this.number + 1;
    const broken = (why: string): Broken => ({ number, why });
    if (id.toString('latin1') !== `${number}-0`)
      return broken(`a different entry is there, with the ID ${id.toString('latin1')}`);
    const [entryName, text, hashName, hash] = fields;
    if (fields.length !== 4 || !text || !hash || `${entryName} ${hashName}` !== 'entry hash')
      return broken('it has other fields than an entry has');
    const said = hash.toString('latin1');
    const keyed = this.#key !== undefined && hashOf(this.hash, number, text, this.#key) === said;
    if (!keyed && (this.#keyed || hashOf(this.hash, number, text, undefined) !== said))
      return broken('its hash does not fit what it says and the entry before it');
    this.#keyed = keyed;
    if (!keyed) this.unkeyed = number;
    this.number = number;
    this.hash = said;
    if (text.includes('"what":"trimmed"'))
      this.trimmed = trimmedSchema.safeParse(readJson(text.toString())).data;
    return undefined;
  }

  /** Whether the chain ends where `head` says, and begins where an entry in it says that it was trimmed. */
  end(head: Head): Broken | undefined {
    if (this.number < head.number) return { number: this.number + 1, why: 'it is missing' };
    if (this.number !== head.number || this.hash !== head.hash)
      return { number: this.number, why: "the stored head doesn't match the end of the chain" };
    const { base } = head;
    const told = this.trimmed?.content === base.hash && this.trimmed.note === String(base.number);
    if (base.number === 0 || told) return undefined;
    return { number: base.number + 1, why: 'earlier entries are missing without a trim entry' };
  }
}
