/**
 * Checks the settings, Slack, Redis, and the publishing service, and says how to fix problems:
 * `npm run doctor [-- --probe] [-- --workflow <id>]`. Exits with 1 if something doesn't work. Changes nothing. Its requests to
 * the service count against the key's quota, and can wait up to a minute.
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
