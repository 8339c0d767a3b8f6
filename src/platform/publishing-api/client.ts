/** Builds the client of the publishing service. */
import { namedReader, profileReader } from './answers/records.ts';
import { createReporter } from './answers/rows.ts';
import { exportAnalytics } from './endpoints/analytics.ts';
import { createConnection } from './endpoints/connection.ts';
import { listBrands, listOfBrand, readUser } from './endpoints/lookups.ts';
import type { Parts } from './endpoints/parts.ts';
import * as posts from './endpoints/posts.ts';
import { getWorkflow, switchWorkflow } from './endpoints/workflows.ts';
import { createExchange, type ExchangeOptions } from './exchange.ts';
import { createListing } from './listing.ts';
import { type OpenFactsGiven, readOpenFacts } from './open-facts.ts';
import type { AiPostRequest, CampaignRequest, PostRequest } from './request.ts';
import { createAgent, type Dispatcher } from './send.ts';
import type { Call, Log, PageAt, Paging, PostChange } from './service.ts';

export interface ServiceOptions extends Omit<ExchangeOptions, 'base' | 'dispatcher' | 'facts'> {
  /** The base address, ending in the version segment `v1`. */
  url: string;
  /** Default: the client's own pool, which `close` ends. A given one stays open. */
  dispatcher?: Dispatcher | undefined;
  openFacts?: OpenFactsGiven | undefined;
  log?: Log | undefined;
}

/**
 * The publishing service as the rest of the bot sees it (`service-api.md`). Every call rejects with a
 * `ServiceError` and nothing else. All of them can have kind `key`, `busy`, `down` or `timeout`; `refused` if
 * the service says no; `shape` if the answer can't be read. After a write that failed, `taken` says whether
 * it may have happened. Each call is documented at its function in endpoints/.
 */
export type Service = Omit<ReturnType<typeof createService>, 'close'>;

/**
 * Opens no connection. Throws a TypeError for an address or key that can't work, and a ZodError for an
 * unknown open fact.
 */
export function createService(options: ServiceOptions) {
  const { log, dispatcher = createAgent() } = options;
  const facts = readOpenFacts(options.openFacts);
  const base = readBase(options.url);
  const exchange = createExchange({
    ...options,
    base,
    key: options.key === undefined ? undefined : readKey(options.key),
    dispatcher,
    facts,
  });
  const report = createReporter(log);
  const parts: Parts = { exchange, facts, log, report, listing: createListing({ exchange, facts, report }) };

  return {
    /** How posts are read, as far as the open facts say. */
    reading: {
      /** Whether `singlePost` asks the service: a probe has shown that it can be asked. */
      single: facts.singleRead,
      /** The number of the first page of a listing. */
      firstPage: facts.paging.firstPage,
      /** Rows that a page can have. */
      maxPerPage: facts.paging.maxPerPage,
    },
    me: (call: Call = {}) => readUser(parts, call),
    brands: (call: Call = {}) => listBrands(parts, call),
    profiles: listOfBrand(parts, 'GET /social-profiles', 'profiles', profileReader(facts)),
    hashtagLibraries: listOfBrand(parts, 'GET /hashtag-libraries', 'hashtagLibraries', namedReader(facts)),
    studioDesigns: listOfBrand(parts, 'GET /studio-templates', 'studioDesigns', namedReader(facts)),
    postPage: (brandId: string, at: PageAt, paging: Paging, call: Call = {}) =>
      posts.readPostPage(parts, brandId, { at, paging }, call),
    singlePost: (postId: string, call: Call = {}) => posts.readSingle(parts, postId, call),
    createPost: (request: PostRequest, call: Call = {}) => posts.createPost(parts, request, call),
    createAiPost: (request: AiPostRequest, call: Call = {}) => posts.createAiPost(parts, request, call),
    createCampaign: (request: CampaignRequest, call: Call = {}) => posts.createCampaign(parts, request, call),
    updatePost: (postId: string, change: PostChange, call: Call = {}) =>
      posts.updatePost(parts, postId, change, call),
    publishPost: (postId: string, call: Call = {}) => posts.publishPost(parts, postId, call),
    connection: createConnection(parts),
    workflow: (id: string, call: Call = {}) => getWorkflow(parts, id, call),
    switchWorkflow: (id: string, on: boolean, call: Call = {}) => switchWorkflow(parts, id, on, call),
    analytics: (brandId: string, call: Call = {}) => exportAnalytics(parts, brandId, call),
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
