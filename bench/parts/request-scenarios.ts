/** The scenarios of `npm run bench -- requests`, with the ideal number of requests for each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cardSays } from '#test/support/user-actions.ts';
import { chooseText, whatToDoLabel } from '#views/campaigns/review.ts';
import {
  type Brand,
  type Requests,
  type SimulatedTeam,
  type SimulatedTeamOptions,
  startSimulatedTeam,
} from './simulated-team.ts';

interface Measured {
  /** How many of `wanted` finished. */
  done: number;
  wanted: number;
  /** Virtual seconds from the first click to the last message. */
  seconds: number;
  requests: Requests;
}

export interface Outcome extends Measured {
  /** A sentence next to the figures, or why the run didn't finish. */
  remark?: string;
  warnings: string[];
}

export interface Scenario {
  name: string;
  about: string;
  wanted: number;
  options: SimulatedTeamOptions;
  /** `seconds` is absent if time doesn't matter. */
  ideal: { requests: number; seconds?: number };
  /** The goal, as a multiple of the ideal. */
  goal: { requests?: number; seconds?: number };
  run(team: SimulatedTeam, progress: Progress): Promise<Pick<Outcome, 'remark'>>;
}

/** The progress so far, also of a run that's cut off. */
interface Progress {
  done: number;
  /** Starts the measurement. */
  begin(): void;
}

const generationSeconds = 40;
const rowsOnAPage = 50;
const minute = 60_000;

const ready = cardSays.ready;
const published = /Published by/;
const scheduled = cardSays.scheduled;

/** Words that a card contains both before and after its post is generated. */
const numbered = (n: number): string => `dea number ${100 + n} for the autumn menu`;

/** The minimum time for this many requests, at sixty per minute from the first. */
const windowSeconds = (requests: number): number => Math.floor((requests - 1) / 60) * 60;

function promptToPublished(posts: number, brands: number): Scenario {
  const used = Math.min(posts, brands);
  const requests = 2 * posts + 3 * used;
  const seconds = Math.max(windowSeconds(posts) + generationSeconds, windowSeconds(requests));
  return {
    name: `prompt-${posts}-posts-${brands}-brands`,
    about: `${posts} AI ${posts === 1 ? 'post' : 'posts'} in ${brands} ${brands === 1 ? 'brand' : 'brands'}, from prompt to published`,
    wanted: posts,
    options: { brands },
    ideal: { requests, seconds },
    goal: posts === 20 ? { requests: 1.3, seconds: 1.4 } : {},
    async run(team, progress) {
      await loadBrands(team);
      progress.begin();
      for (let n = 0; n < posts; n += 1)
        await team.submits(`/ai-post An i${numbered(n)}`, team.brand(n % brands));
      await each(posts, progress, async (n) => {
        const card = await team.card(numbered(n), ready);
        await team.bo.clicks(card, 'Approve & publish');
        await team.card(numbered(n), published);
      });
      return {};
    },
  };
}

const campaignAtOnce: Scenario = {
  name: 'campaign-of-30',
  about: 'a campaign of 30 posts approved at once, from the click to the last message',
  wanted: 30,
  options: {},
  ideal: { requests: 34 },
  goal: { requests: 1 },
  async run(team, progress) {
    await team.submits('/campaign Opening week of the new shop', team.brand(0), { Posts: '30', Days: '7' });
    const card = await team.card('Campaign for', /30 posts to review/);
    await team.bo.clicks(card, 'Review campaign');
    const modal = await team.bo.seesModal('Review campaign');
    await modal.shows(/ \*1\.\* /);
    await modal.clicks(chooseText(30), { nth: 1 });
    // rendering all pages takes a moment
    await sleep(5_000);
    await modal.fill({ [whatToDoLabel]: 'Publish now' });
    await modal.submit();
    const check = await team.bo.seesModal(/Publish 30 posts\?/);
    await team.waitForFreshQuota();
    progress.begin();
    await check.submit();
    await waitFor(() => {
      progress.done = card.threadMessages.filter(({ text }) => published.test(text)).length;
      return progress.done >= 30;
    });
    return {};
  },
};

/** Posts in review while this many other posts fill the listing. `minutes`: the interval between checks of a post in review. */
export function fromLastPage(others: number, order: 'newest' | 'oldest', minutes = 10): Scenario {
  const posts = 6;
  return {
    name: `last-page-of-${others}-${order}-first`,
    about: `publishing ${posts} posts from the last page of ${others}, ${order} first, where their pages are known`,
    wanted: posts,
    options: {
      service: { variants: { order } },
      settings: { RESTING_INTERVAL_MS: String(minutes * minute) },
      waitSeconds: 900,
    },
    ideal: { requests: 3 * posts },
    goal: { requests: 1 },
    async run(team, progress) {
      const older = order === 'oldest';
      if (older) fillWith(team, others);
      const cards = await makeDrafts(team, posts);
      if (!older) fillWith(team, others);
      // long enough for a full pass of the listing
      await sleep(6 * minutes * minute);
      progress.begin();
      await publishAll(team, cards, progress);
      return {};
    },
  };
}

const pushedDown: Scenario = {
  name: 'pushed-down-by-1500',
  about: 'publishing 6 posts right after 1,500 others pushed them down',
  wanted: 6,
  options: { waitSeconds: 900 },
  // one full pass, then a read of each of their pages
  ideal: { requests: 6 + Math.ceil(1_506 / rowsOnAPage) + 3 },
  goal: { requests: 1 },
  async run(team, progress) {
    const cards = await makeDrafts(team, 6);
    await team.waitForFreshQuota();
    fillWith(team, 1_500);
    progress.begin();
    await publishAll(team, cards, progress);
    return {};
  },
};

const creating: Scenario = {
  name: 'create-in-10000',
  about: 'creating a post in a brand of 10,000',
  wanted: 1,
  options: { history: 10_000 },
  ideal: { requests: 1 },
  goal: { requests: 1 },
  async run(team, progress) {
    // opened just before, so that the form doesn't have to refresh lists
    await openForms(team);
    progress.begin();
    await team.submits(`/post I${numbered(0)}`, team.brand(0));
    await team.card(numbered(0), ready);
    progress.done = 1;
    return {};
  },
};

const idle: Scenario = {
  name: 'idle-hour',
  about: 'an hour of a brand of 10,000 posts, with 20 scheduled on its first two pages, none of them due',
  wanted: 20,
  options: {},
  ideal: { requests: 12 },
  goal: { requests: 1 },
  async run(team, progress) {
    const at = Math.ceil(Date.now() / 1_000) + 5 * 86_400;
    for (let n = 0; n < 20; n += 1) {
      // pushes the first ten to the second page
      if (n === 10) team.service.putHistory({ brandId: team.brand(0).id, count: 45, published: true });
      await team.submits(`/post I${numbered(n)}`, team.brand(0), { 'Schedule for': at + n * 60 });
      await team.card(numbered(n), scheduled);
      progress.done += 1;
    }
    team.service.putHistory({ brandId: team.brand(0).id, count: 10_000, older: true, published: true });
    await sleep(30 * minute);
    progress.begin();
    const from = team.service.requests.length;
    await sleep(60 * minute);
    progress.done = 20;
    return { remark: passesOf(team, from) };
  },
};

const pausedHour: Scenario = {
  name: 'paused-hour',
  about: 'an hour of a paused brand of 10,000 posts',
  wanted: 1,
  options: { waitSeconds: 900 },
  // a full pass of 201 pages every 15 minutes, and every minute a read of the page with new posts
  ideal: { requests: 4 * 201 + 60 },
  goal: {},
  async run(team, progress) {
    team.service.putHistory({ brandId: team.brand(0).id, count: 10_000, published: true });
    await team.cy.types(`/social pause ${team.brand(0).name} wrong prices`, { in: 'social' });
    await team.ana.sees('social', /wrong prices[\s\S]*unscheduled/);
    await sleep(30 * minute);
    progress.begin();
    const from = team.service.requests.length;
    await sleep(60 * minute);
    progress.done = 1;
    return { remark: passesOf(team, from) };
  },
};

const exporting: Scenario = {
  name: 'export-of-10000',
  about: 'exporting the posts of a brand of 10,000, which reads all of its pages',
  wanted: 1,
  options: { history: 10_000, waitSeconds: 900 },
  // checks leave a fifth of the quota
  ideal: { requests: 201, seconds: 4 * 60 },
  goal: {},
  async run(team, progress) {
    await loadBrands(team);
    progress.begin();
    await team.ana.types(`/social export ${team.brand(0).name}`, { in: 'social' });
    const form = await team.ana.seesModal('Export posts');
    await form.optionsOf('Brand');
    await form.fill({ Brand: team.brand(0).name });
    await form.submit();
    await team.ana.sees('Presscheck', /file with/);
    progress.done = 1;
    return {};
  },
};

/** Every scenario, in the order in which they run. */
export const scenarios: Scenario[] = [
  ...[1, 10].flatMap((brands) => [1, 20, 60].map((posts) => promptToPublished(posts, brands))),
  campaignAtOnce,
  ...[1_500, 10_000].flatMap((others) =>
    (['newest', 'oldest'] as const).map((order) => fromLastPage(others, order)),
  ),
  pushedDown,
  creating,
  exporting,
  pausedHour,
  idle,
];

/** Runs a scenario. If it fails, the outcome is what was done until its users' waits timed out. */
export async function play({ options, wanted, run }: Scenario, realTime = false): Promise<Outcome> {
  const team = await startSimulatedTeam({ ...options, realTime });
  let began = { at: Date.now(), from: 0 };
  const progress: Progress = {
    done: 0,
    begin() {
      progress.done = 0;
      began = { at: Date.now(), from: team.service.requests.length };
    },
  };
  const limitMs = realTime ? 30 * minute : 3 * minute;
  const outcome = await team.clock.during(async (): Promise<Outcome> => {
    const found = await Promise.race([
      run(team, progress).catch((cause: Error) => ({ remark: cause.message.split('\n')[0] ?? '' })),
      team.clock.realPause(limitMs).then(() => ({ remark: `it took ${limitMs / 1_000} s of real time` })),
    ]);
    return {
      done: progress.done,
      wanted,
      seconds: (Date.now() - began.at) / 1_000,
      requests: team.requests(began.from),
      ...found,
      warnings: [...new Set(team.warnings.map(({ msg }) => String(msg)))].slice(0, 5),
    };
  });
  await team.stop();
  return outcome;
}

/** How often each page was read after the first `from` requests. */
function passesOf({ service }: SimulatedTeam, from: number): string {
  const reads = service.requests
    .slice(from)
    .flatMap(({ method, path, query }) =>
      `${method} ${path}` === 'GET /post' ? [query.page ?? 'first'] : [],
    );
  const counts = [...Map.groupBy(reads, (page) => page).values()].map(({ length }) => length);
  const [most = 0, next = 0, third = 0] = counts.sort((a, b) => b - a);
  return `${counts.length} pages were read: one ${most} times, the next ${next} times, and the others ${third} times at most`;
}

async function waitFor(look: () => boolean): Promise<void> {
  for (let left = 1_200; left > 0; left -= 1) {
    if (look()) return;
    await sleep(500);
  }
  throw new Error('people lost patience');
}

/** Loads the lists of brands, and waits until those requests no longer count against the quota. */
async function loadBrands(team: SimulatedTeam): Promise<void> {
  await openForms(team);
  await team.waitForFreshQuota();
}

async function openForms(team: SimulatedTeam): Promise<void> {
  for (const brand of team.brands) {
    await team.ana.types('/post Nothing', { in: 'social' });
    const modal = await team.ana.seesModal(/^New/);
    if (team.brands.length > 1) await modal.fill({ Brand: brand.name });
    await modal.optionsOf('Social profiles');
    await sleep(1_000);
    await modal.close({ all: true });
  }
}

async function makeDrafts(team: SimulatedTeam, posts: number): Promise<string[]> {
  const texts = Array.from({ length: posts }, (_, n) => numbered(n));
  for (const text of texts) {
    await team.submits(`/post I${text}`, team.brand(0));
    await team.card(text, ready);
  }
  return texts;
}

const fillWith = (team: SimulatedTeam, count: number): void =>
  team.service.putHistory({ brandId: firstOf(team).id, count, everyMs: 1 });

const firstOf = ({ brands: [first] }: SimulatedTeam): Brand => first ?? { id: '', name: '' };

async function publishAll(team: SimulatedTeam, texts: string[], progress: Progress): Promise<void> {
  await each(texts.length, progress, async (n) => {
    const text = texts[n] ?? '';
    await team.bo.clicks(await team.card(text, ready), 'Approve & publish');
    await team.card(text, published);
  });
}

/** Runs all at once. A failure doesn't stop the others. */
async function each(count: number, progress: Progress, act: (n: number) => Promise<void>): Promise<void> {
  const all = Array.from({ length: count }, async (_, n) => {
    await act(n);
    progress.done += 1;
  });
  const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
