/**
 * Looks at the settings, Slack, Redis and the publishing service, and says how to fix what is wrong:
 * `npm run doctor [-- --probe] [-- --workflow <id>]`. Ends with 1 when something does not work. Changes nothing;
 * its requests of the service count in the quota of the key, and wait up to a minute for their turn.
 */
import { examine } from '#src/doctor/doctor.ts';
import { readArguments } from './arguments.ts';

const { values } = readArguments('npm run doctor -- [--probe] [--workflow <id>]', {
  options: { probe: { type: 'boolean' }, workflow: { type: 'string' } },
});
const { ill, text } = await examine({
  environment: process.env,
  probe: values.probe ?? false,
  workflow: values.workflow,
});
process.stdout.write(text);
process.exitCode = ill ? 1 : 0;
