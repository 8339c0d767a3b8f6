/** A process that is measured: the bot, or what it is compared with. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Guard } from '#sandbox/guard.ts';

export interface Child {
  /** Where it listens; 0: nowhere. */
  port: number;
  /** From its start to its word that it is ready. */
  startedMs: number;
  /** Sends it this and resolves to what it says next. */
  ask<T>(question: string): Promise<T>;
  /** SIGTERM, as whoever runs it would send; resolves when it has ended. */
  end(): Promise<void>;
  /** Resolves when it has ended by itself. */
  ended: Promise<unknown>;
}

export interface ChildOptions {
  entry: string;
  settings: Record<string, string>;
  guard: Guard;
  /** For Node. */
  flags?: string[];
}

/** Its first words, in JSON: the bot's `Presscheck is ready`, and the same from what it is compared with. */
const isReady = (line: string): { port: number } | undefined => {
  const said = line.startsWith('{') ? (JSON.parse(line) as { port?: unknown }) : {};
  return typeof said.port === 'number' ? { port: said.port } : undefined;
};

/** Resolves once it says that it is ready. Rejects, with its last words, when it ends before. */
export async function startChild({ entry, settings, guard, flags = [] }: ChildOptions): Promise<Child> {
  const since = performance.now();
  const child: ChildProcess = fork(entry, [], {
    // so that no `.env` of somebody is read
    cwd: '/',
    execArgv: flags,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  guard.watch(child);
  let words = '';
  const hear = (chunk: Buffer | string): void => {
    words = `${words}${chunk}`.slice(-2_000);
  };
  child.stderr?.on('data', hear);
  const ended = once(child, 'exit');
  const ready = new Promise<{ port: number; startedMs: number }>((resolve) => {
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      const said = isReady(line);
      if (said) resolve({ ...said, startedMs: performance.now() - since });
      else hear(`${line}\n`);
    });
  });
  const tooEarly = ended.then(([how]) => {
    throw new Error(`${entry} ended with ${how} before it was ready: ${words}`);
  });
  const { port, startedMs } = await Promise.race([ready, tooEarly]);
  tooEarly.catch(() => undefined);
  return {
    port,
    startedMs,
    async ask<T>(question: string) {
      const answer = once(child, 'message') as Promise<[T]>;
      child.send(question);
      return (await Promise.race([answer, tooEarly]))[0];
    },
    ended,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
