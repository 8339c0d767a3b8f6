/**
 * What `slack doctor` and `slack upgrade` show of this project, as one JSON object for both: `npm run --silent versions`.
 * Newer packages come with a newer Presscheck, so the ones that are asked for count as the latest.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const { name, dependencies } = z
  .object({ name: z.string(), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
const message = 'npm run doctor looks at the settings, Slack, Redis and the publishing service';
const versions = [{ name: 'node', current: process.versions.node, message }];
const releases = Object.entries(dependencies)
  .filter(([dependency]) => dependency.startsWith('@slack/'))
  .map(([dependency, version]) => ({
    name: dependency,
    current: version,
    latest: version,
    update: false,
  }));
process.stdout.write(`${JSON.stringify({ name, versions, releases })}\n`);
