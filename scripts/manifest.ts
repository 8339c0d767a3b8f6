/**
 * Prints the app manifest made from the list of commands: `npm run --silent manifest -- [--prefix pc-] [--url https://…] [--steps]
 * [--post-url https://…/{id}]`.
 * With `--against <file>` it is checked first against a JSON Schema, such as the one that Slack publishes at
 * github.com/slackapi/manifest-schema; problems are printed, and it exits with 1.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { commands } from '#commands/index.ts';
import { mistakeIn } from '../src/app/config.ts';
import { appManifest } from '../src/app/manifest.ts';
import { readPostPattern } from '../src/links/post-address.ts';
import { readArguments, refuseArguments } from './arguments.ts';

const usage =
  'npm run manifest -- [--prefix pc-] [--url https://…] [--steps] [--post-url https://…/{id}] [--against <file>]';

const { values } = readArguments(usage, {
  options: {
    prefix: { type: 'string' },
    url: { type: 'string' },
    // the steps for Workflow Builder
    steps: { type: 'boolean' },
    // `POST_URL_PATTERN`: its domain's links unfurl
    'post-url': { type: 'string' },
    against: { type: 'string' },
    // passed by the Slack CLI, which already runs this in the project's folder
    source: { type: 'string' },
  },
});
const { prefix = '', url, steps, 'post-url': pattern } = values;
const wrongPrefix = mistakeIn('COMMAND_PREFIX', prefix);
if (wrongPrefix) refuseArguments(usage, `--prefix ${wrongPrefix}.`);
const wrongUrl = url !== undefined && mistakeIn('PUBLIC_URL', url);
if (wrongUrl) refuseArguments(usage, `--url ${wrongUrl}.`);
if (url && new URL(url).protocol !== 'https:')
  refuseArguments(usage, '--url must begin with https://, since Slack calls no other address.');

const postAddress = pattern ? readPostPattern(pattern) : undefined;
if (pattern && !postAddress) refuseArguments(usage, `--post-url ${mistakeIn('POST_URL_PATTERN', pattern)}.`);

const manifest = appManifest(commands, { prefix, url, steps, linkDomain: postAddress?.host });
const problem = values.against && readSchema(values.against).safeParse(manifest).error;
if (problem) {
  console.error(z.prettifyError(problem));
  process.exitCode = 1;
} else process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);

function readSchema(file: string): z.ZodType {
  try {
    return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const { message } = cause as Error;
    return refuseArguments(usage, `--against must be a JSON Schema file, but ${file} isn't one: ${message}`);
  }
}
