/** What has to be said, recorded with what caused it, until it was said. */
import type { Result } from 'ioredis';
import type { Logger } from 'pino';
import {
  type Notification,
  notificationId,
  notificationSchema,
  notificationText,
  type Subject,
} from '#src/cards/notification.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    endNotification(notifications: string, id: string, text: string): Result<null, Context>;
  }
}

/** A later one about the same, recorded meanwhile, stays. */
const endNotification = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return nil`;

export type NotificationStore = ReturnType<typeof createNotificationStore>;

export function createNotificationStore(redis: Redis, prefix: string, log: Pick<Logger, 'warn'>) {
  const keys = createKeys(prefix);
  redis.defineCommand('endNotification', { numberOfKeys: 1, lua: endNotification });

  function read(json: string): Notification | undefined {
    try {
      return notificationSchema.parse(JSON.parse(json));
    } catch (cause) {
      // damaged, or of a kind that a later release has
      log.warn({ err: cause }, 'a notification cannot be read and is left for later');
      return undefined;
    }
  }

  return {
    /** Those that have not been said, in no order; without what cannot be read. */
    async due(workspace: string): Promise<Notification[]> {
      const all = await redis.hvals(keys.notifications(workspace));
      return all.flatMap((json) => read(json) ?? []);
    },

    /** The one about this that has not been said. */
    async about(workspace: string, subject: Subject): Promise<Notification | undefined> {
      const json = await redis.hget(keys.notifications(workspace), notificationId(subject));
      return json === null ? undefined : read(json);
    },

    /** It was said, or there is nothing to say any more. A later one about the same stays. */
    async end(workspace: string, notification: Notification): Promise<void> {
      const [key, id] = [keys.notifications(workspace), notificationId(notification)];
      await redis.endNotification(key, id, notificationText(notification));
    },
  };
}
