/** Builds the client of the publishing service. */
import { namedReader, profileReader } from './answers/records.ts';
import { createReporter } from './answers/rows.ts';
import { exportAnalytics } from './endpoints/analytics.ts';
import { createConnection } from './endpoints/connection.ts';
import { listBrands, listOfBrand, readUser } from './endpoints/lookups.ts';
import type { Parts } from './endpoints/parts.ts';
import * as posts from './endpoints/posts.ts';
import { getWorkflow, switchWorkflow } from './endpoints/workflows.ts';
import { createExchange, type ServiceAnswer } from './exchange.ts';
import { createListing } from './listing.ts';
import { type OpenFactsGiven, readOpenFacts } from './open-facts.ts';
import { createAgent, type Dispatcher } from './send.ts';
import type { KeyQuota, Log, Service } from './service.ts';

export interface ServiceOptions {
  /** The base address, ending in the version segment `v1`. */
  url: string;
  /** `undefined`: there's no key, and every call is refused before anything is sent. */
  key: string | undefined;
  /** A sentence that tells people what to do about a key that isn't accepted. */
  keyHint?: string | undefined;
  /** For one request with its retries, unless the call says otherwise. */
  timeoutMs: number;
  /** Default: the client's own pool, which `close` ends. A given one stays open. */
  dispatcher?: Dispatcher | undefined;
  quota?: KeyQuota | undefined;
  openFacts?: OpenFactsGiven | undefined;
  log?: Log | undefined;
  /** Called for every request that was sent, for metrics. */
  onAnswer?: ((answer: ServiceAnswer) => void) | undefined;
}

/**
 * Opens no connection. Throws a TypeError for an address or key that can't work, and a ZodError for an
 * unknown open fact.
 */
export function createService(options: ServiceOptions): Service & { close(): Promise<void> } {
  const { timeoutMs, quota, log, dispatcher = createAgent(), onAnswer } = options;
  const facts = readOpenFacts(options.openFacts);
  const base = readBase(options.url);
  const exchange = createExchange({
    base,
    key: options.key === undefined ? undefined : readKey(options.key),
    keyHint: options.keyHint,
    timeoutMs,
    dispatcher,
    quota,
    facts,
    onAnswer,
  });
  const report = createReporter(log);
  const parts: Parts = { exchange, facts, log, report, listing: createListing({ exchange, facts, report }) };
  const connection = createConnection(parts);

  return {
    reading: {
      single: facts.singleRead,
      firstPage: facts.paging.firstPage,
      maxPerPage: facts.paging.maxPerPage,
    },
    me: async (call = {}) => readUser(parts, call),
    brands: async (call = {}) => listBrands(parts, call),
    profiles: listOfBrand(parts, 'GET /social-profiles', 'profiles', profileReader(facts)),
    hashtagLibraries: listOfBrand(parts, 'GET /hashtag-libraries', 'hashtagLibraries', namedReader(facts)),
    studioDesigns: listOfBrand(parts, 'GET /studio-templates', 'studioDesigns', namedReader(facts)),
    postPage: async (brandId, at, paging, call = {}) =>
      posts.readPostPage(parts, brandId, { at, paging }, call),
    singlePost: async (postId, call = {}) => posts.readSingle(parts, postId, call),
    createPost: async (request, call = {}) => posts.createPost(parts, request, call),
    createAiPost: async (request, call = {}) => posts.createAiPost(parts, request, call),
    createCampaign: async (request, call = {}) => posts.createCampaign(parts, request, call),
    updatePost: async (postId, change, call = {}) => posts.updatePost(parts, postId, change, call),
    publishPost: async (postId, call = {}) => posts.publishPost(parts, postId, call),
    connection: async (brandId, provider, call = {}) => connection(brandId, provider, call),
    workflow: async (id, call = {}) => getWorkflow(parts, id, call),
    switchWorkflow: async (id, on, call = {}) => switchWorkflow(parts, id, on, call),
    analytics: async (brandId, call = {}) => exportAnalytics(parts, brandId, call),
    // The caller has waited as long as it can; the ledger knows the requests that are cut off here.
    close: async () => (options.dispatcher ? undefined : dispatcher.destroy()),
  };
}

function readBase(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (!base || !/^https?:$/.test(base.protocol) || base.search || base.hash || base.username)
    throw new TypeError('SOCIAL_API_URL must be a plain http or https address');
  return base;
}

function readKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('The key of the service must be one word of plain characters');
  return key;
}
