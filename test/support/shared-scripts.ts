/**
 * BullMQ defines its 60 scripts anew on each of a bot's eight connections, which is a quarter of the CPU time that a bot takes to start and
 * stop. What ioredis makes of a script is the same for every connection, so that the bots of a process share it.
 */
import { Redis } from 'ioredis';

interface Defined {
  scriptsSet: Record<string, unknown>;
  [command: string]: unknown;
}

const { defineCommand } = Redis.prototype;
/** By the text of the script, then by its name. */
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
