/**
 * BullMQ defines its 60 scripts on each of a bot's eight connections, which takes a quarter of the CPU time of starting and
 * stopping a bot. This shares the definitions between all connections of a process.
 */
import { Redis } from 'ioredis';

interface Defined {
  scriptsSet: Record<string, unknown>;
  [command: string]: unknown;
}

const { defineCommand } = Redis.prototype;
/** Definitions by script text, then by name. */
const defined = new Map<string, Map<string, unknown[]>>();

Redis.prototype.defineCommand = function (this: Redis, name, definition) {
  const redis = this as unknown as Defined;
  const sameText = defined.get(definition.lua) ?? new Map<string, unknown[]>();
  const known = sameText.get(name);
  if (known) [redis.scriptsSet[name], redis[name], redis[`${name}Buffer`]] = known;
  else {
    defineCommand.call(this, name, definition);
    defined.set(
      definition.lua,
      sameText.set(name, [redis.scriptsSet[name], redis[name], redis[`${name}Buffer`]]),
    );
  }
};
