/** The publishing service: the key, and each endpoint that can be read, with the decoders that the bot uses. */
import type { Config } from '#src/app/config.ts';
import { slashName } from '#src/app/manifest.ts';
import { createService } from '#src/platform/publishing-api/client.ts';
import { ServiceError, type ServiceErrorKind } from '#src/platform/publishing-api/errors.ts';
import type { KeyQuota, Service } from '#src/platform/publishing-api/service.ts';
import { checkClock, type Heard } from './clock.ts';
import { broken, doubtful, type Finding, fine, notLookedAt, wordsOf } from './finding.ts';
import { createLook } from './look.ts';
import type { CountedQuota } from './quota.ts';

/** The settings without which the service cannot be asked. */
export const serviceNeeds = ['SOCIAL_API_URL', 'SOCIAL_API_KEY', 'REQUEST_TIMEOUT_MS', 'OPEN_FACTS'];

export async function checkService(
  config: Config,
  wrong: ReadonlySet<string>,
  { now, workflow, quota }: { now: () => number; workflow: string | undefined; quota: CountedQuota },
): Promise<Finding[]> {
  const missing = serviceNeeds.filter((name) => wrong.has(name));
  if (missing.length > 0) return [notLookedAt('Service', missing)];
  const social = slashName('social', config.COMMAND_PREFIX);
  if (config.SLACK_CLIENT_ID)
    return [
      doubtful(
        'Service',
        'not looked at: each workspace has its own API key',
        `${social} me says in each workspace whether it works.`,
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
  return createLook(
    config,
    now,
    quota,
  )('/me').then(
    ({ heard }) => heard,
    () => undefined,
  );
}

async function checkKey(service: Service): Promise<Finding> {
  return check('Service key', 'nothing works', async () => {
    const { name, email, id } = await service.me();
    return `it works, and belongs to ${name ?? email ?? id ?? 'someone who is not named'}`;
  });
}

/** What each list is for stands beside it: whoever reads that it fails wants to know what fails with it. */
async function checkBrands(service: Service, social: string, notes: string[]): Promise<Finding[]> {
  const brands = await service
    .brands()
    .catch((cause: unknown) => failed('GET /brands', 'no form can be filled', cause));
  if (!Array.isArray(brands)) return [brands];
  const [first] = brands;
  if (!first)
    return [
      doubtful('GET /brands', 'there is no brand', 'Make one in the service: every post belongs to one.'),
    ];
  const { id } = first;
  const counted = (name: string, lost: string, read: () => Promise<unknown[]>): Promise<Finding> =>
    check(name, lost, async () => `${(await read()).length} read, of ${first.name}`);
  const findings = await Promise.all([
    counted('GET /social-profiles', 'no profiles can be chosen', () => service.profiles(id)),
    counted('GET /post', 'generation cannot be waited for, and no post is listed', async () => {
      const page = await service.postPage(id, { n: 0 }, { first: service.reading.firstPage });
      return page.posts;
    }),
    counted('GET /hashtag-libraries', 'no library can be chosen', () => service.hashtagLibraries(id)),
    counted('GET /studio-templates', 'no design can be chosen', () => service.studioDesigns(id)),
    check('GET /social-profiles/connection-url', `${social} connect opens no sign-in`, async () => {
      const { provider } = await service.connection(id, 'instagram');
      return `an address to connect ${provider}, of ${first.name}`;
    }),
    check('GET /analytics/export', `${social} analytics has nothing to share`, async () => {
      const sent = await service.analytics(id);
      return sent.format === 'csv' ? 'CSV' : `${sent.rows.length} rows`;
    }),
  ]);
  const left = [...new Set(notes)].map((note) =>
    doubtful('Service answers', note, 'Run npm run doctor -- --probe to see what it sends.'),
  );
  return [fine('GET /brands', `${brands.length} read`), ...findings, ...left];
}

async function checkWorkflow(service: Service, social: string, id: string | undefined): Promise<Finding> {
  const name = 'GET /workflow';
  if (id === undefined)
    return doubtful(
      name,
      'not looked at: the service has no list of workflows to take one from',
      'Run npm run doctor -- --workflow <id> with the ID of one.',
    );
  const read = async (): Promise<string> => {
    const workflow = await service.workflow(id);
    return `${workflow.name ?? id} is ${workflow.on ? 'on' : 'off'}`;
  };
  return check(name, `${social} workflow does not work`, read, 'Check the ID given with --workflow.');
}

async function check(
  name: string,
  lost: string,
  read: () => Promise<string>,
  refusedMend?: string,
): Promise<Finding> {
  try {
    return fine(name, await read());
  } catch (cause) {
    return failed(name, lost, cause, refusedMend);
  }
}

const mends: Record<ServiceErrorKind, string> = {
  key: 'Set SOCIAL_API_KEY to a key from the API settings page of the product.',
  refused: 'Check that SOCIAL_API_URL is the base address of the API, ending in v1.',
  busy: 'Wait a minute, and see who else uses this key: all share its requests.',
  down: 'Check SOCIAL_API_URL, the network of this machine, and the status page of the service.',
  timeout: 'Look at the network between here and the service, or set REQUEST_TIMEOUT_MS higher.',
  shape: 'Run npm run doctor -- --probe to see what it sends, and report it with that.',
};

function failed(name: string, lost: string, cause: unknown, refusedMend = mends.refused): Finding {
  const kind = cause instanceof ServiceError ? cause.kind : 'down';
  const mend = kind === 'refused' ? refusedMend : mends[kind];
  return broken(name, `${wordsOf(cause)}; while that is so, ${lost}`, mend);
}
