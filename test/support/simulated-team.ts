/** Tests that count requests, or wait for minutes: on a clock that jumps while everything waits (bench/parts/simulated-team.ts). */
import type { TestContext } from 'node:test';
import {
  type SimulatedTeam,
  type SimulatedTeamOptions,
  startSimulatedTeam,
} from '#bench/parts/simulated-team.ts';

/** A bot under sixty requests a minute, whose clock jumps while `act` runs. The test's end stops it. */
export async function withSimulatedTeam(
  t: TestContext,
  options: SimulatedTeamOptions,
  act: (team: SimulatedTeam) => Promise<void>,
): Promise<void> {
  const team = await startSimulatedTeam(options);
  t.after(() => team.stop());
  await team.clock.during(() => act(team));
}
