/** A process under measurement: the bot, or what it's compared with. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Guard } from '#sandbox/guard.ts';

export interface Child {
  /** Its port. 0: it doesn't listen. */
  port: number;
  /** From its start until it reports that it's ready. */
  startedMs: number;
  /** Sends it a message and resolves to its next one. */
  ask<T>(question: string): Promise<T>;
  /** Sends SIGTERM; resolves once it has ended. */
  end(): Promise<void>;
  /** Resolves if it ends by itself. */
  ended: Promise<unknown>;
}

export interface ChildOptions {
  entry: string;
  settings: Record<string, string>;
  guard: Guard;
  /** Node's command line flags. */
  flags?: string[];
}

/** The JSON log line that reports the port. The processes that the bot is compared with print the same line. */
const isReady = (line: string): { port: number } | undefined => {
  const said = line.startsWith('{') ? (JSON.parse(line) as { port?: unknown }) : {};
  return typeof said.port === 'number' ? { port: said.port } : undefined;
};

/** Resolves once it reports that it's ready. Rejects with its last output if it ends first. */
export async function startChild({ entry, settings, guard, flags = [] }: ChildOptions): Promise<Child> {
  const since = performance.now();
  const child: ChildProcess = fork(entry, [], {
    // so that no developer's `.env` is read
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
