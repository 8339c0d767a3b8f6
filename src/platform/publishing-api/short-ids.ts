/**
 * Ids of the service are opaque strings of any length, but Slack accepts at most 150 characters in an option
 * and 255 in a block id. Records that people choose from get a short id here, at the one place where records
 * come in and requests go out: everything between the client and Slack only knows the short ids. Most ids fit
 * unchanged.
 */
import { createHash } from 'node:crypto';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Service } from './client.ts';
import { type Endpoint, notSent, refusedHere } from './failures.ts';
import type { Post } from './post.ts';
import type { CampaignRequest, Named, PostRequest } from './request.ts';
import type { Workflow } from './service.ts';

/** Characters of an id as JSON, because it's also part of JSON in blocks and in `private_metadata`. */
const longest = 150;
const mark = 'short.';
/**
 * Slack accepts no option without a visible value, and `-` is the value of options that choose nothing
 * (`noChoice`).
 */
const unusable = /^[\s-]*$/;

/** The id itself if it fits into Slack, otherwise a digest. The same id always gives the same result. */
export function shortId(id: string): string {
  const fits = JSON.stringify(id).length - 2 <= longest && !unusable.test(id) && !id.startsWith(mark);
  return fits ? id : mark + createHash('sha256').update(id).digest('base64url');
}

/**
 * The same service with ids that fit into Slack, for brands, profiles, libraries, designs and workflows.
 * `key`: a hash with the long ids that short ones stand for. Cards and settings store the short ones, so the
 * hash never expires. Rejects like the service; `refused` for an unknown short id, and `down` if Redis can't
 * be asked.
 */
export function withShortIds<Of extends Service>(service: Of, redis: Redis, key: string): Of {
  const known = new Map<string, string>();

  async function keep(endpoint: Endpoint, ids: readonly string[]): Promise<void> {
    const unknown = ids
      .map((id) => [shortId(id), id] as const)
      .filter(([short, id]) => short !== id && !known.has(short));
    if (unknown.length === 0) return;
    await redis.hset(key, Object.fromEntries(unknown)).catch((cause: unknown) => {
      throw notSent(endpoint, cause, false);
    });
    for (const [short, id] of unknown) known.set(short, id);
  }

  async function shortened<T extends { id: string }>(
    endpoint: Endpoint,
    records: readonly T[],
  ): Promise<T[]> {
    await keep(
      endpoint,
      records.map(({ id }) => id),
    );
    return records.map((record) => ({ ...record, id: shortId(record.id) }));
  }

  /** A workflow without a name is shown by its id, and people type that. */
  async function switched(endpoint: Endpoint, { id, name, on }: Workflow): Promise<Workflow> {
    await keep(endpoint, [id]);
    const short = shortId(id);
    return { id: short, name: name ?? (short === id ? undefined : id), on };
  }

  async function shortenedPosts(posts: readonly Post[]): Promise<Post[]> {
    const listed = posts.flatMap(({ profiles = [] }) => profiles);
    await keep(
      'GET /post',
      listed.map(({ id }) => id),
    );
    return posts.map(({ profiles, ...post }) => ({
      ...post,
      profiles: profiles?.map((profile) => ({ ...profile, id: shortId(profile.id) })),
    }));
  }

  async function full(endpoint: Endpoint, id: string): Promise<string> {
    if (!id.startsWith(mark)) return id;
    const found =
      known.get(id) ??
      (await redis.hget(key, id).catch((cause: unknown) => {
        throw notSent(endpoint, cause, false);
      }));
    if (found === null) throw refusedHere(endpoint, 'its short ID is unknown');
    known.set(id, found);
    return found;
  }

  const fullNamed = async <T extends Named>(endpoint: Endpoint, named: T): Promise<T> => ({
    ...named,
    id: await full(endpoint, named.id),
  });
  const allFull = (endpoint: Endpoint, named: readonly Named[]): Promise<Named[]> =>
    Promise.all(named.map((one) => fullNamed(endpoint, one)));

  const requested = async <
    T extends Pick<PostRequest, 'brand' | 'profiles'> &
      Partial<Pick<CampaignRequest, 'referenceDesigns' | 'hashtagLibrary'>>,
  >(
    endpoint: Endpoint,
    request: T,
  ): Promise<T> => {
    const { brand, profiles, referenceDesigns, hashtagLibrary } = request;
    return {
      ...request,
      brand: await fullNamed(endpoint, brand),
      profiles: await allFull(endpoint, profiles),
      ...(referenceDesigns && { referenceDesigns: await allFull(endpoint, referenceDesigns) }),
      ...(hashtagLibrary && { hashtagLibrary: await fullNamed(endpoint, hashtagLibrary) }),
    };
  };

  const profiles = 'GET /social-profiles';
  const libraries = 'GET /hashtag-libraries';
  const designs = 'GET /studio-templates';
  const patch = 'PATCH /post/{postId}';
  const read = 'GET /workflow/{workflowId}';
  const change = 'POST /workflow/{workflowId}';
  return {
    ...service,
    brands: async (call) => shortened('GET /brands', await service.brands(call)),
    profiles: async (brand, call) =>
      shortened(profiles, await service.profiles(await full(profiles, brand), call)),
    hashtagLibraries: async (brand, call) =>
      shortened(libraries, await service.hashtagLibraries(await full(libraries, brand), call)),
    studioDesigns: async (brand, call) =>
      shortened(designs, await service.studioDesigns(await full(designs, brand), call)),
    async postPage(brand, at, paging, call) {
      const page = await service.postPage(await full('GET /post', brand), at, paging, call);
      return { ...page, posts: await shortenedPosts(page.posts) };
    },
    async singlePost(postId, call) {
      const post = await service.singlePost(postId, call);
      return post && (await shortenedPosts([post]))[0];
    },
    createPost: async (request, call) => service.createPost(await requested('POST /post', request), call),
    createAiPost: async (request, call) =>
      service.createAiPost(await requested('POST /post/ai', request), call),
    createCampaign: async (request, call) =>
      service.createCampaign(await requested('POST /campaigns', request), call),
    async updatePost(postId, { socialProfileIds, addSocialProfileIds, ...rest }, call) {
      const all = (ids: string[]) => Promise.all(ids.map((id) => full(patch, id)));
      const ids = {
        ...(socialProfileIds && { socialProfileIds: await all(socialProfileIds) }),
        ...(addSocialProfileIds && { addSocialProfileIds: await all(addSocialProfileIds) }),
      };
      return service.updatePost(postId, { ...rest, ...ids }, call);
    },
    connection: async (brand, provider, call) =>
      service.connection(await full('GET /social-profiles/connection-url', brand), provider, call),
    workflow: async (id, call) => switched(read, await service.workflow(await full(read, id), call)),
    switchWorkflow: async (id, on, call) =>
      switched(change, await service.switchWorkflow(await full(change, id), on, call)),
    analytics: async (brand, call) => service.analytics(await full('GET /analytics/export', brand), call),
  };
}
