/** Starts equal numbers of bots and workers, each in its own process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#sandbox/redis.ts';
import { workerName } from '#src/platform/queue/worker.ts';
import { type End, startFleetProcess } from './fleet-process.ts';
import type { PlannedKill } from './plan.ts';

export interface Fleet {
  /** Planned kills, in order. */
  readonly killed: readonly End[];
  /** Unplanned ends of processes. */
  readonly unexpectedEnds: readonly string[];
  /** The number of armed failpoints not yet reached. */
  readonly armed: number;
  /** Kills a process now, or arms a failpoint at which it kills itself. */
  kill(planned: PlannedKill): Promise<void>;
  /** Kills all processes that still have armed failpoints. Each failpoint counts as a planned kill. */
  killArmed(): Promise<void>;
  /** Adds settings for bots that start from now on. */
  startBotsWith(settings: Record<string, string>): void;
  /** Whether a worker is ready. */
  hasWorker(): boolean;
  /** When the worker of this name in BullMQ was killed (epoch ms). */
  diedAt(worker: string): number | undefined;
  /** The ports of bots that are ready, rotated for round robin. */
  bots(): number[];
  allReady(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFleet(
  settings: Record<string, string>,
  { folder, ofEach }: { folder: string; ofEach: 1 | 2 },
): Promise<Fleet> {
  const killed: End[] = [];
  const unexpectedEnds: string[] = [];
  let ofBots = settings;
  const places = (['bot', 'worker'] as const).flatMap((role) =>
    Array.from({ length: ofEach }, (_, which) => ({ role, which })),
  );
  const processes = await Promise.all(
    places.map(async ({ role, which }) =>
      startFleetProcess({
        role,
        which,
        port: await freePort(),
        get settings() {
          return role === 'bot' ? ofBots : settings;
        },
        folder,
        onKilled: (end) => killed.push(end),
        onUnexpectedEnd: (how) => unexpectedEnds.push(how),
      }),
    ),
  );
  const armed = (): number => processes.reduce((sum, fleetProcess) => sum + fleetProcess.armed.size, 0);
  let turn = 0;

  async function killNow(fleetProcess: (typeof processes)[number]): Promise<void> {
    const before = killed.length;
    // a process that hasn't started has nothing to interrupt
    while (!fleetProcess.ready) await sleep(20);
    fleetProcess.kill();
    while (killed.length === before) await sleep(20);
  }

  return {
    killed,
    unexpectedEnds,
    get armed() {
      return armed();
    },
    async kill({ role, which, failpoint }) {
      const fleetProcess = processes.find((one) => one.role === role && one.which === which % ofEach);
      if (!fleetProcess) throw new Error(`there is no ${role} ${which}`);
      if (failpoint === undefined) return killNow(fleetProcess);
      const busy = fleetProcess.armed.has(failpoint);
      // already armed in this process, so use the other one with this role
      const other = processes.find((one) => one.role === role && one.which !== which);
      (busy && other ? other : fleetProcess).arm(failpoint);
    },
    async killArmed() {
      for (const fleetProcess of processes) {
        const due = fleetProcess.armed.size;
        fleetProcess.disarm();
        for (let i = 0; i < due; i += 1) await killNow(fleetProcess);
      }
    },
    startBotsWith(given) {
      ofBots = given;
    },
    bots() {
      turn += 1;
      const ready = processes.filter((one) => one.role === 'bot' && one.ready).map(({ port }) => port);
      return turn % 2 === 0 ? ready : ready.reverse();
    },
    diedAt: (worker) => killed.find(({ pid }) => workerName(pid) === worker)?.at,
    hasWorker: () => processes.some(({ role, ready }) => role === 'worker' && ready),
    async allReady() {
      while (!processes.every((fleetProcess) => fleetProcess.ready)) await sleep(50);
    },
    async stop() {
      await Promise.all(processes.map((fleetProcess) => fleetProcess.stop()));
    },
  };
}
