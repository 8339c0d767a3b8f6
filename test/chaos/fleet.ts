/** Bots and workers, as many of each, each a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#sandbox/redis.ts';
import { type End, startMember } from './member.ts';
import type { PlannedKill } from './plan.ts';

export interface Fleet {
  /** Those that were killed, in the order in which they ended. */
  readonly killed: readonly End[];
  /** Ends that nobody ordered, with how. */
  readonly surprises: readonly string[];
  /** How many steps are armed that nobody came by yet. */
  readonly armed: number;
  /** Kills at once, or arms the step. */
  kill(planned: PlannedKill): Promise<void>;
  /** Kills the members with armed steps instead, wherever they are: each step counts as a kill that was ordered. */
  killArmed(): Promise<void>;
  /** What bots that start from now on are given. */
  startBotsWith(settings: Record<string, string>): void;
  /** A worker is ready. */
  hasWorker(): boolean;
  /** The ports of the bots that are ready, the one whose turn it is first. */
  bots(): number[];
  allReady(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFleet(
  settings: Record<string, string>,
  { folder, ofEach }: { folder: string; ofEach: 1 | 2 },
): Promise<Fleet> {
  const killed: End[] = [];
  const surprises: string[] = [];
  let ofBots = settings;
  const places = (['bot', 'worker'] as const).flatMap((role) =>
    Array.from({ length: ofEach }, (_, which) => ({ role, which })),
  );
  const members = await Promise.all(
    places.map(async ({ role, which }) =>
      startMember({
        role,
        which,
        port: await freePort(),
        get settings() {
          return role === 'bot' ? ofBots : settings;
        },
        folder,
        killed: (end) => killed.push(end),
        surprised: (how) => surprises.push(how),
      }),
    ),
  );
  const armed = (): number => members.reduce((sum, member) => sum + member.armed.size, 0);
  let turn = 0;

  async function killNow(member: (typeof members)[number]): Promise<void> {
    const before = killed.length;
    // one that has not started does nothing that could be broken off
    while (!member.ready) await sleep(20);
    member.kill();
    while (killed.length === before) await sleep(20);
  }

  return {
    killed,
    surprises,
    get armed() {
      return armed();
    },
    async kill({ role, which, step }) {
      const member = members.find((one) => one.role === role && one.which === which % ofEach);
      if (!member) throw new Error(`there is no ${role} ${which}`);
      if (step === undefined) return killNow(member);
      const busy = member.armed.has(step);
      // armed there already: the other one of this role
      const other = members.find((one) => one.role === role && one.which !== which);
      (busy && other ? other : member).arm(step);
    },
    async killArmed() {
      for (const member of members) {
        const due = member.armed.size;
        member.disarm();
        for (let i = 0; i < due; i += 1) await killNow(member);
      }
    },
    startBotsWith(given) {
      ofBots = given;
    },
    bots() {
      turn += 1;
      const ready = members.filter((one) => one.role === 'bot' && one.ready).map(({ port }) => port);
      return turn % 2 === 0 ? ready : ready.reverse();
    },
    hasWorker: () => members.some(({ role, ready }) => role === 'worker' && ready),
    async allReady() {
      while (!members.every((member) => member.ready)) await sleep(50);
    },
    async stop() {
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}
