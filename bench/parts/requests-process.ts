/** Runs one scenario of `npm run bench -- requests` in its own process, in virtual time unless `real-time` is given. */
import { play, scenarios } from './request-scenarios.ts';

const scenario = scenarios.find(({ name }) => name === process.argv[2]);
if (!scenario) throw new Error(`there is no scenario ${process.argv[2]}`);
const outcome = await play(scenario, process.argv[3] === 'real-time');
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit());
