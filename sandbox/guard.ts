/**
 * Cleans up what this process started, even if this process is killed with `kill -9`.
 *
 * A small shell reads from a pipe that we hold open. Each line is the current list of our child processes. When the pipe closes, for
 * whatever reason, the shell kills those processes and removes the folder. It runs in its own process group, so that Ctrl-C in a
 * terminal doesn't end it first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const guardScript = `
trap '' INT TERM HUP
alive=
while read -r line; do alive=$line; done
[ -z "$alive" ] || kill -KILL $alive 2>/dev/null
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`;

export interface Guard {
  /**
   * Kills this process when ours ends. Call it synchronously after `spawn`. With `group`, its child processes are killed too; it
   * must have been spawned with `detached`.
   */
  watch(child: ChildProcess, options?: { group: boolean }): void;
  /** Kills all watched processes and removes the folder. */
  release(): Promise<void>;
}

/** Cleans up a temporary folder and the processes that use it, even if this process is killed. */
export function startGuard(folder: string): Guard {
  const alive = new Set<number>();
  const shell = spawn('sh', ['-c', guardScript, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(shell, 'exit');
  // ignore the broken pipe if someone else kills the guard
  shell.stdin.on('error', () => {});
  const sendList = () => shell.stdin.write(`${[...alive].join(' ')}\n`);

  return {
    watch(child, { group } = { group: false }) {
      if (child.pid === undefined) return;
      // a negative number addresses the process group
      const target = group ? -child.pid : child.pid;
      alive.add(target);
      sendList();
      child.once('exit', () => {
        alive.delete(target);
        sendList();
      });
    },
    async release() {
      shell.stdin.end();
      await ended;
    },
  };
}
