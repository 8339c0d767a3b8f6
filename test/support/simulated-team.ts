/** Runs tests that count requests or take minutes in virtual time (bench/parts/simulated-team.ts). */
import type { TestContext } from 'node:test';
import {
  type SimulatedTeam,
  type SimulatedTeamOptions,
  startSimulatedTeam,
} from '#bench/parts/simulated-team.ts';

/** Starts a bot with a limit of sixty requests per minute, whose clock jumps during `act`. It's stopped when the test ends. */
export async function withSimulatedTeam(
  t: TestContext,
  options: SimulatedTeamOptions,
  act: (team: SimulatedTeam) => Promise<void>,
): Promise<void> {
  const team = await startSimulatedTeam(options);
  t.after(() => team.stop());
  await team.clock.during(() => act(team));
}
