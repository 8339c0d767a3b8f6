/** Builds what belongs to one Slack workspace: its Slack client, and the service with its API key. */
import { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { createCampaignRenderer } from '#src/campaigns/render-campaign.ts';
import { createCatalogCache } from '#src/catalog/cached-list.ts';
import { createCatalog } from '#src/catalog/catalog.ts';
import { createLookups, type Lookups } from '#src/catalog/lookups.ts';
import { rememberingBrands } from '#src/catalog/remembered-brands.ts';
import { readPostPattern } from '#src/links/post-address.ts';
import type { Pauses } from '#src/pause/pause-store.ts';
import { createService, type Service, type ServiceOptions } from '#src/platform/publishing-api/client.ts';
import { createQuota } from '#src/platform/publishing-api/quota.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { Dispatcher } from '#src/platform/publishing-api/send.ts';
import type { Priority } from '#src/platform/publishing-api/service.ts';
import { withShortIds } from '#src/platform/publishing-api/short-ids.ts';
import type { Jobs } from '#src/platform/queue/job.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { createSlackFetch } from '#src/platform/slack/addresses.ts';
import { createSlackCalls } from '#src/platform/slack/calls.ts';
import { createChannels } from '#src/platform/slack/channels.ts';
import { clientOptions, type OnSlackAnswer } from '#src/platform/slack/client.ts';
import { createSlackFiles } from '#src/platform/slack/files.ts';
import { createGrantedScopes } from '#src/platform/slack/granted-scopes.ts';
import { createPersonNotifier } from '#src/platform/slack/person-notifier.ts';
import { createThreads } from '#src/platform/slack/threads.ts';
import { createUploader } from '#src/platform/slack/uploader.ts';
import { createUsers } from '#src/platform/slack/users.ts';
import { createApproversReader } from '#src/posts/approvers.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { reviewOf } from '#src/posts/card/rule.ts';
import { createCardRenderer, type Look } from '#src/posts/card-renderer.ts';
import { createNotifier } from '#src/posts/notifier.ts';
import { createPostIndex } from '#src/posts/post-index/post-index.ts';
import type { PostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import type { RuleStore } from '#src/posts/rule-store.ts';
import { createZoneOfMessage, createZones } from '#src/posts/zones.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { PostingSlotStore } from '#src/slots/slot-store.ts';
import { slotsOf } from '#src/slots/slots-of.ts';
import { mayNotShare } from '#views/kit/command-refusals.ts';
import { hintFor, serviceReason } from '#views/posts/service-reason.ts';
import type { Config } from './config.ts';

/** What all workspaces have in common. */
export interface Context {
  config: Config;
  redis: Redis;
  postIndexStore: PostIndexStore;
  jobs: Jobs;
  rules: RuleStore;
  pauses: Pick<Pauses, 'of'>;
  slotStore: Pick<PostingSlotStore, 'of'>;
  teamSettings: Pick<TeamSettings, 'brand'>;
  /** The connections to the service. */
  dispatcher: Dispatcher;
  log: Logger;
  now(): number;
  /** The name of a slash command in this installation. */
  slash(name: string): string;
  count: {
    postponed(priority: Priority): void;
    serviceAnswered: NonNullable<ServiceOptions['onAnswer']>;
    slackAnswered: OnSlackAnswer;
  };
}

export interface Account {
  workspace: string;
  botToken: string;
  /** The workspace's address in Slack, if it's known already. */
  slackUrl?: string;
  /** `undefined` if nobody has entered one, so that every call to the service is refused here. */
  apiKey: string | undefined;
  /** Identifies the key without showing it: lists that were read with another key aren't used. */
  edition?: string;
  /**
   * What a person can do about a key that the service doesn't accept; absent: `SOCIAL_API_KEY` has to be set.
   */
  keyHint?: string;
  /** Forgets how many requests its key has sent, for a workspace that was uninstalled. */
  forgetQuota?(): Promise<void>;
}

export type WorkspaceContext = ReturnType<typeof createWorkspaceContext>;

/** A workspace's current context; `undefined` if Presscheck isn't installed there, or not anymore. */
export type WorkspaceContextOf = (workspace: string) => Promise<WorkspaceContext | undefined>;

/** Opens no connection. */
export function createWorkspaceContext(context: Context, account: Account) {
  const { config, redis, rules, pauses, dispatcher, log, now, slash, count } = context;
  const { workspace, botToken, slackUrl, apiKey, edition, keyHint } = account;
  const { forgetQuota = async () => undefined } = account;
  const undoForMs = config.UNDO_SECONDS * 1_000;
  const postAddress = config.POST_URL_PATTERN ? readPostPattern(config.POST_URL_PATTERN) : undefined;
  const postAddressOf = ({ postId, brand }: Card): string | undefined =>
    postId && postAddress?.write({ post: postId, brand: brand.id });
  const options = clientOptions(config, log, count.slackAnswered);
  const slack = new WebClient(botToken, options);
  // for messages that must not be posted twice: if its answer is lost, a message may have been posted, so
  // there are no retries
  const once = new WebClient(botToken, { ...options, retryConfig: { retries: 0 } });
  const send = createSlackFetch(config.SLACK_API_URL);
  const quota = createQuota({
    count: createRequestCount(redis, config.REDIS_PREFIX, apiKey ?? ''),
    workspace,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    log,
    now,
    onPostponed: count.postponed,
  });
  const cache = createCatalogCache(redis, config.REDIS_PREFIX, workspace, edition);
  const client = createService({
    url: config.SOCIAL_API_URL,
    key: apiKey,
    keyHint,
    timeoutMs: config.REQUEST_TIMEOUT_MS,
    dispatcher,
    quota,
    openFacts: config.OPEN_FACTS,
    log,
    onAnswer: count.serviceAnswered,
  });
  const keys = createKeys(config.REDIS_PREFIX);
  const service = rememberingBrands(withShortIds(client, redis, keys.shortIds(workspace)), cache, log);
  const users = createUsers(slack, workspace, log, now);
  const addressOf = readOnce(slack, slackUrl);
  const approversReader = createApproversReader(rules, users);
  const hasSlots = async (brand: string): Promise<boolean> =>
    (await context.slotStore.of(workspace, brand)).times.length > 0;
  const zoneFor = createZones(async (brand) => (await slotsOf(context)(workspace, brand)).zone, users, log);
  const lookups = lookupsIn(service, log);
  async function lookOf(card: Card): Promise<Look> {
    const [approvers, paused, brandHasSlots, zone] = await Promise.all([
      approversReader.of(workspace, card.brand.id),
      pauses.of(workspace, card.brand.id),
      hasSlots(card.brand.id),
      // the zone is only needed to write out a planned time
      timeOf(card) === undefined ? 'UTC' : zoneFor(card.brand.id, card.author),
    ]);
    const clock = { now: now(), zone };
    return {
      review: approvers && reviewOf(card, approvers, clock.now),
      paused,
      undoForMs,
      hasSlots: brandHasSlots,
      address: postAddressOf(card),
      clock,
    };
  }
  return {
    workspace,
    keyed: apiKey !== undefined,
    forgetQuota,
    slack,
    slackUrl: addressOf,
    quotaState: () => quota.state(),
    service,
    quota,
    index: createPostIndex({ store: context.postIndexStore, jobs: context.jobs, now }),
    catalog: createCatalog({
      service,
      cache,
      waitMs: 2_000,
      freshMs: 60_000,
      staleMs: 24 * 3_600_000,
      log,
    }),
    lookups,
    renderer: createCardRenderer({
      client: slack,
      log,
      lookOf,
      slash,
      slackUrl: addressOf,
      names: users,
      campaignRenderer: createCampaignRenderer(log, lookOf, slash),
    }),
    slackCalls: createSlackCalls(slack),
    personNotifier: createPersonNotifier(slack, log, send),
    notifier: createNotifier(slack, once, {
      log,
      slackUrl: addressOf,
      slash,
      now,
      postAddressOf,
      zoneOf: createZoneOfMessage(zoneFor, users),
    }),
    uploader: createUploader(slack, send, log, () => new Refusal(...mayNotShare)),
    users,
    grantedScopes: createGrantedScopes(slack, log, now),
    threads: createThreads(slack, log),
    channels: createChannels(once, log),
    files: createSlackFiles(slack, send, botToken),
    approversReader,
    zoneFor,
  };
}

/** `key`: what to call the API key that the service gets. */
export const lookupsIn = (service: Service, log: Logger, key?: string): Lookups =>
  createLookups(service, log, (cause) => new Refusal(serviceReason(cause, key), hintFor(cause)));

/** Reads the workspace's address once. If Slack doesn't answer, the next caller asks again. */
function readOnce(slack: WebClient, known: string | undefined): () => Promise<string> {
  let url = known;
  return async () => {
    url ??= await slack.auth.test().then(
      (request) => request.url,
      () => undefined,
    );
    return url ?? '';
  };
}
