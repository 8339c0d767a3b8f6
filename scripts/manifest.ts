/**
 * Prints the app manifest made from the list of commands: `npm run --silent manifest -- [--prefix pc-] [--url https://…]`.
 * With `--against <file>` it is checked first against a JSON Schema, such as the one that Slack publishes at
 * github.com/slackapi/manifest-schema; what does not fit is said, and ends it with 1.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { commands } from '#commands/index.ts';
import { appManifest } from '#src/slack/manifest.ts';

const { values } = parseArgs({
  options: {
    prefix: { type: 'string' },
    url: { type: 'string' },
    against: { type: 'string' },
    // Slack's command line says where the project is; it also calls from there
    source: { type: 'string' },
  },
});
const manifest = appManifest(commands, values);
const { against } = values;
const problem =
  against && z.fromJSONSchema(JSON.parse(readFileSync(against, 'utf8'))).safeParse(manifest).error;
if (problem) {
  console.error(z.prettifyError(problem));
  process.exitCode = 1;
} else process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
