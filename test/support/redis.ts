/** A redis-server of one's own for a test. It is the one of the demo: there is one way to start it. */
export { type RunningRedis, startRedis } from '#sandbox/redis.ts';
