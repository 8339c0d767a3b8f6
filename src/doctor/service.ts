/**
 * The publishing service: the key, and each endpoint that can be read, with the parsers that the bot uses.
 */
import type { Config } from '#src/app/config.ts';
import { slashName } from '#src/app/manifest.ts';
import { createService, type Service } from '#src/platform/publishing-api/client.ts';
import { ServiceError, type ServiceErrorKind } from '#src/platform/publishing-api/errors.ts';
import type { KeyQuota } from '#src/platform/publishing-api/service.ts';
import { checkClock, type Heard } from './clock.ts';
import { createDirectCheck } from './direct-check.ts';
import { broken, doubtful, type Finding, fine, notChecked, wordsOf } from './finding.ts';
import type { CountedQuota } from './quota.ts';

/** The settings that are needed to ask the service. */
export const serviceNeeds = ['SOCIAL_API_URL', 'SOCIAL_API_KEY', 'REQUEST_TIMEOUT_MS', 'OPEN_FACTS'];

export async function checkService(
  config: Config,
  wrong: ReadonlySet<string>,
  { now, workflow, quota }: { now: () => number; workflow: string | undefined; quota: CountedQuota },
): Promise<Finding[]> {
  const missing = serviceNeeds.filter((name) => wrong.has(name));
  if (missing.length > 0) return [notChecked('Service', missing)];
  const social = slashName('social', config.COMMAND_PREFIX);
  if (config.SLACK_CLIENT_ID)
    return [
      doubtful(
        'Service',
        'not checked: each workspace has its own API key',
        `Run ${social} me in each workspace to see whether its key works.`,
      ),
    ];
  const notes: string[] = [];
  const service = createService({
    url: config.SOCIAL_API_URL,
    key: config.SOCIAL_API_KEY,
    timeoutMs: config.REQUEST_TIMEOUT_MS,
    openFacts: config.OPEN_FACTS,
    quota,
    log: { warn: (fields, message) => notes.push(`${message} (${String(fields.fields)})`) },
  });
  try {
    const [key, heard] = await Promise.all([checkKey(service), heardFrom(config, now, quota)]);
    const clock = heard || key.state === '✔' ? [checkClock('service', heard)] : [];
    if (key.state === '✖') return [key, ...quota.findings(), ...clock];
    const rest = await Promise.all([
      checkBrands(service, social, notes),
      checkWorkflow(service, social, workflow),
    ]);
    return [key, ...rest.flat(), ...quota.findings(), ...clock];
  } finally {
    await service.close();
  }
}

async function heardFrom(config: Config, now: () => number, quota: KeyQuota): Promise<Heard | undefined> {
  const look = createDirectCheck(config, now, quota);
  const answer = await look('/me').catch(() => undefined);
  return answer?.heard;
}

async function checkKey(service: Service): Promise<Finding> {
  return check('Service key', 'nothing works', async () => {
    const { name, email, id } = await service.me();
    return `it works, and belongs to ${name ?? email ?? id ?? 'a user without a name'}`;
  });
}

/** Each list comes with its purpose, so that people learn what won't work without it. */
async function checkBrands(service: Service, social: string, notes: string[]): Promise<Finding[]> {
  const brands = await service
    .brands()
    .catch((cause: unknown) => failed('GET /brands', 'forms have no brands to choose from', cause));
  if (!Array.isArray(brands)) return [brands];
  const [first] = brands;
  if (!first)
    return [
      doubtful(
        'GET /brands',
        'there are no brands',
        'Create one in the service: every post belongs to a brand.',
      ),
    ];
  const { id } = first;
  const counted = (name: string, lost: string, read: () => Promise<unknown[]>): Promise<Finding> =>
    check(name, lost, async () => `${(await read()).length} for ${first.name}`);
  const findings = await Promise.all([
    counted('GET /social-profiles', 'forms have no profiles to choose from', () => service.profiles(id)),
    counted('GET /post', "generated posts aren't noticed, and no posts are listed", async () => {
      const page = await service.postPage(id, { n: 0 }, { first: service.reading.firstPage });
      return page.posts;
    }),
    counted('GET /hashtag-libraries', 'forms have no hashtag libraries to choose from', () =>
      service.hashtagLibraries(id),
    ),
    counted('GET /studio-templates', 'forms have no designs to choose from', () => service.studioDesigns(id)),
    check('GET /social-profiles/connection-url', `${social} connect can't open a sign-in page`, async () => {
      const { provider } = await service.connection(id, 'instagram');
      return `an address to connect ${provider} for ${first.name}`;
    }),
    check('GET /analytics/export', `${social} analytics has nothing to share`, async () => {
      const sent = await service.analytics(id);
      return sent.format === 'csv' ? 'CSV' : `${sent.rows.length} rows`;
    }),
  ]);
  const left = [...new Set(notes)].map((note) =>
    doubtful('Service answers', note, 'Run npm run doctor -- --probe to see what it sends.'),
  );
  return [fine('GET /brands', `${brands.length} found`), ...findings, ...left];
}

async function checkWorkflow(service: Service, social: string, id: string | undefined): Promise<Finding> {
  const name = 'GET /workflow';
  if (id === undefined)
    return doubtful(
      name,
      "not checked: the service doesn't list workflows",
      'Run npm run doctor -- --workflow <id> with the ID of a workflow.',
    );
  const read = async (): Promise<string> => {
    const workflow = await service.workflow(id);
    return `${workflow.name ?? id} is ${workflow.on ? 'on' : 'off'}`;
  };
  return check(name, `${social} workflow doesn't work`, read, 'Check the ID given with --workflow.');
}

async function check(
  name: string,
  lost: string,
  read: () => Promise<string>,
  refusedFix?: string,
): Promise<Finding> {
  try {
    return fine(name, await read());
  } catch (cause) {
    return failed(name, lost, cause, refusedFix);
  }
}

const fixes: Record<ServiceErrorKind, string> = {
  key: "Set SOCIAL_API_KEY to a key from the service's API settings page.",
  refused: 'Check that SOCIAL_API_URL is the base address of the API, ending in v1.',
  busy: 'Wait a minute, and check what else uses this key: its quota is shared.',
  down: "Check SOCIAL_API_URL, this machine's network, and the service's status page.",
  timeout: 'Check the network between this machine and the service, or raise REQUEST_TIMEOUT_MS.',
  shape: 'Run npm run doctor -- --probe to see what it sends, and include that when you report it.',
};

function failed(name: string, lost: string, cause: unknown, refusedFix = fixes.refused): Finding {
  const kind = cause instanceof ServiceError ? cause.kind : 'down';
  const fix = kind === 'refused' ? refusedFix : fixes[kind];
  return broken(name, `${wordsOf(cause)}; until that's fixed, ${lost}`, fix);
}
