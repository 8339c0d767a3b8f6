/** A test's own redis-server, started like the demo's. */
export { type RunningRedis, startRedis } from '#sandbox/redis.ts';
