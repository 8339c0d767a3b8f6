/**
 * Ends what this process started, also when this process is ended with `kill -9` and can do nothing itself.
 *
 * A small shell waits on a pipe from us. Each line we send is the list of processes that are alive now. When
 * the pipe closes, however that came about, it kills those and removes the folder. It stands in a process
 * group of its own, so that Ctrl-C in a terminal does not reach it before it has done its work.
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
   * From now on this process ends with us. Call it in the same turn in which the process was spawned. `group` also ends what the
   * process started; it must have been spawned `detached`, as the leader of a group.
   */
  watch(child: ChildProcess, options?: { group: boolean }): void;
  /** Kills what is still alive and removes the folder, now. */
  release(): Promise<void>;
}

/** Guards a temporary folder and the processes that work in it. */
export function startGuard(folder: string): Guard {
  const alive = new Set<number>();
  const shell = spawn('sh', ['-c', guardScript, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(shell, 'exit');
  // a guard that was killed from outside must not take us down with a broken pipe
  shell.stdin.on('error', () => {});
  const sendList = () => shell.stdin.write(`${[...alive].join(' ')}\n`);

  return {
    watch(child, { group } = { group: false }) {
      if (child.pid === undefined) return;
      // `kill` takes a negative number as a group
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
