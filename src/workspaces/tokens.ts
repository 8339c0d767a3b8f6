/** Keeps the tokens of installations fresh where Slack's token rotation is on: one process renews, the others wait. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { Installation, Installations } from './installation-store.ts';

/** Of the twelve hours that a token lives; as early as Slack's own library. */
const renewBeforeMs = 2 * 3_600_000;

/** Longer than the call with its second try, so that a dead process blocks nobody for long. */
const lockedForMs = 25_000;
const checkEveryMs = 50;

/** With less left of it than this, people and jobs wait for the new one. */
const waitBelowMs = 5 * 60_000;

/** Before the next try, while the old one is good. */
const delayMs = 10_000;

/** No valid token now. What needs one waits, and has lost no attempt. */
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

/** Gives an installation a token that lasts longer than a call; `undefined`: it was uninstalled. Rejects with `NoToken` if the old one expired. */
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
    // who installed it anew meanwhile has newer tokens than these
    return (await installations.renew(old, renewed)) ? renewed : read(old.workspace);
  }

  /** Only one of all processes: a refresh token is good for one use. */
  async function renewHeld(workspace: string): Promise<Installation | undefined> {
    const current = await read(workspace);
    // someone was faster
    if (!current || !isOld(current, now())) return current;
    try {
      return await renew(current);
    } catch (cause) {
      log.error({ err: cause, workspace }, "couldn't renew a workspace's token");
      return usable(current, cause);
    }
  }

  /** The old one, as long as it is good. */
  function usable(current: Installation, cause?: unknown): Installation {
    if ((current.expiresAt ?? 0) > now()) return current;
    throw new NoToken("the workspace's token has expired", { cause });
  }

  async function renewAlone(installation: Installation): Promise<Installation | undefined> {
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
      return await renewHeld(workspace);
    } finally {
      await locks.release(workspace, 'token', owner);
    }
  }

  /** Without anyone who waits for it; what failed is tried again after a pause. Never rejects. */
  async function renewBehind({ workspace, botToken }: Installation): Promise<void> {
    const owner = randomUUID();
    try {
      if (!(await locks.acquire(workspace, 'token', owner, lockedForMs))) return;
      const renewed = await renewHeld(workspace);
      if (renewed?.botToken === botToken) await locks.acquire(workspace, 'token', owner, delayMs);
      else await locks.release(workspace, 'token', owner);
    } catch (cause) {
      log.warn({ err: cause, workspace }, "couldn't renew a workspace's token yet; using the current one");
    }
  }

  return async (installation) => {
    if (!isOld(installation, now())) return installation;
    if ((installation.expiresAt ?? 0) - now() < waitBelowMs) return renewAlone(installation);
    void renewBehind(installation);
    return installation;
  };
}

export function isOld({ expiresAt, refreshToken }: Installation, now: number): boolean {
  return refreshToken !== undefined && expiresAt !== undefined && expiresAt - now < renewBeforeMs;
}
