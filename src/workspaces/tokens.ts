/**
 * Keeps the tokens of installations fresh if Slack's token rotation is on: one process renews them, the
 * others wait.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { Installation, Installations } from './installation-store.ts';

/**
 * How long before it expires a token is renewed, of its twelve hours. Slack's own library does it at the same
 * time.
 */
const renewBeforeMs = 2 * 3_600_000;

/** Longer than the call with its retry, so that a dead process doesn't block others for long. */
const lockedForMs = 25_000;
const checkEveryMs = 50;

/** If a token expires sooner than this, people and jobs wait for the new one. */
const waitBelowMs = 5 * 60_000;

/** How long to wait before the next attempt while the old token is still valid. */
const delayMs = 10_000;

/** There's no valid token now. The job that needs it waits, without losing an attempt. */
class NoToken extends Error {
  readonly postponed = true;
  readonly retryAfterMs = 5_000;
}

export interface TokenParts {
  clientId: string;
  clientSecret: string;
  clientOptions: WebClientOptions;
  installations: Installations;
  locks: Locks;
  log: Logger;
  now(): number;
}

type Fresh = (installation: Installation) => Promise<Installation | undefined>;

/**
 * Returns an installation with a token that is valid for longer than a call; `undefined` if it was
 * uninstalled. Rejects with `NoToken` if the old token has expired.
 */
export function createFreshTokens(parts: TokenParts): Fresh {
  const { installations, locks, log, now } = parts;
  const slack = new WebClient(undefined, parts.clientOptions);

  async function read(workspace: string): Promise<Installation | undefined> {
    const sealed = await installations.sealed(workspace);
    return sealed && installations.open(workspace, sealed).installation;
  }

  async function renew(old: Installation): Promise<Installation | undefined> {
    const answer = await slack.oauth.v2.access({
      client_id: parts.clientId,
      client_secret: parts.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: old.refreshToken ?? '',
    });
    const { access_token: botToken, refresh_token: refreshToken, expires_in: seconds } = answer;
    if (!botToken || !refreshToken || !seconds) throw new Error('Slack returned no new token');
    const renewed = { ...old, botToken, refreshToken, expiresAt: now() + seconds * 1_000 };
    // someone who installed it again in the meantime has newer tokens
    return (await installations.renew(old, renewed)) ? renewed : read(old.workspace);
  }

  /** Needs the lock, because a refresh token can be used only once. */
  async function renewLocked(workspace: string): Promise<Installation | undefined> {
    const current = await read(workspace);
    // another process was faster
    if (!current || !isOld(current, now())) return current;
    try {
      return await renew(current);
    } catch (cause) {
      log.error({ err: cause, workspace }, "couldn't renew a workspace's token");
      return usable(current, cause);
    }
  }

  /** The old token, as long as it's valid. */
  function usable(current: Installation, cause?: unknown): Installation {
    if ((current.expiresAt ?? 0) > now()) return current;
    throw new NoToken("the workspace's token has expired", { cause });
  }

  /** Renews the token while the caller waits, or waits for the process that renews it. */
  async function renewNow(installation: Installation): Promise<Installation | undefined> {
    const { workspace } = installation;
    const owner = randomUUID();
    const until = now() + lockedForMs;
    while (!(await locks.acquire(workspace, 'token', owner, lockedForMs))) {
      if (now() > until) return usable(installation);
      await sleep(checkEveryMs);
      const current = await read(workspace);
      if (!current || !isOld(current, now())) return current;
    }
    try {
      return await renewLocked(workspace);
    } finally {
      await locks.release(workspace, 'token', owner);
    }
  }

  /** Renews the token without anyone waiting. After a failure, no process tries again for `delayMs`. Never rejects. */
  async function renewInBackground({ workspace, botToken }: Installation): Promise<void> {
    const owner = randomUUID();
    try {
      if (!(await locks.acquire(workspace, 'token', owner, lockedForMs))) return;
      const renewed = await renewLocked(workspace);
      if (renewed?.botToken === botToken) await locks.acquire(workspace, 'token', owner, delayMs);
      else await locks.release(workspace, 'token', owner);
    } catch (cause) {
      log.warn({ err: cause, workspace }, "couldn't renew a workspace's token yet; using the current one");
    }
  }

  return async (installation) => {
    if (!isOld(installation, now())) return installation;
    if ((installation.expiresAt ?? 0) - now() < waitBelowMs) return renewNow(installation);
    void renewInBackground(installation);
    return installation;
  };
}

export function isOld({ expiresAt, refreshToken }: Installation, now: number): boolean {
  return refreshToken !== undefined && expiresAt !== undefined && expiresAt - now < renewBeforeMs;
}
