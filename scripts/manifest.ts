/** Prints the app manifest made from the list of commands: `npm run --silent manifest -- [--prefix pc-] [--url https://…]`. */
import { parseArgs } from 'node:util';
import { commands } from '#commands/index.ts';
import { appManifest } from '#src/slack/manifest.ts';

const { values } = parseArgs({ options: { prefix: { type: 'string' }, url: { type: 'string' } } });
process.stdout.write(`${JSON.stringify(appManifest(commands, values), null, 2)}\n`);
