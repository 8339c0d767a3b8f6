/** The bot's port: it's free, or a bot listens on it already. */
import { createServer } from 'node:http';
import type { Config } from '#src/app/config.ts';
import { broken, type Finding, fine, notChecked, wordsOf } from './finding.ts';

const withinMs = 2_000;

/** Listens on the port for a moment. Reports nothing if the system chooses the port. */
export async function checkPort({ PORT: port }: Config, wrong: ReadonlySet<string>): Promise<Finding[]> {
  const name = 'Port';
  if (wrong.has('PORT')) return [notChecked(name, ['PORT'])];
  if (port === 0) return [];
  const cause = await refusalOf(port);
  if (!cause) return [fine(name, `${port} is free`)];
  const inUse = cause.code === 'EADDRINUSE';
  // the doctor may run while the bot is running
  if (inUse && (await answersAsBot(port))) return [fine(name, `Presscheck is already running on ${port}`)];
  const says = inUse ? `${port} is in use by another program` : `can't use ${port}: ${wordsOf(cause)}`;
  return [
    broken(
      name,
      says,
      inUse ? 'Stop that program, or set PORT to another number.' : 'Set PORT to another number.',
    ),
  ];
}

function refusalOf(port: number): Promise<(Error & { code?: string }) | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve).listen(port, () => server.close(() => resolve(undefined)));
  });
}

/** Whether a bot answers there, as its `/healthz` does. */
async function answersAsBot(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal, redirect: 'error' });
    return (await answer.text()) === '{"ok":true}';
  } catch {
    return false;
  }
}
