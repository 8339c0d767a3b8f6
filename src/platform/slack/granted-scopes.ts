/**
 * Which scopes a workspace granted: people who install the app can decline optional ones, and grant them
 * later.
 */
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { inTime, remembering } from './users.ts';

const freshForMs = 5 * 60_000;

export type GrantedScopes = ReturnType<typeof createGrantedScopes>;

export function createGrantedScopes(client: WebClient, log: Logger, now: () => number) {
  const scopes = remembering(now, async () => (await client.auth.test()).response_metadata?.scopes);
  return {
    /**
     * Whether one of these scopes is granted, at most five minutes old; true if Slack doesn't say. Never
     * throws.
     */
    async has(...any: string[]): Promise<boolean> {
      try {
        const granted = await inTime(scopes('', freshForMs));
        return granted === undefined || any.some((scope) => granted.includes(scope));
      } catch (cause) {
        log.warn({ err: cause }, "couldn't read which scopes the workspace granted");
        return true;
      }
    },
  };
}
