/** Turns a step's inputs into a request: who requests it, for which brand, and whether they're allowed to. */

import { CatalogUnavailable } from '#src/catalog/cached-list.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { namesNetwork, profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import { calledSo, type Named, type Request } from '#src/platform/publishing-api/request.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { usualProfiles } from '#src/posts/card/usual-profiles.ts';
import type { BrandConfig } from '#src/settings/brand-config-store.ts';
import { deniedStep, linksOf, stepErrors, wrongInputs } from '#views/steps/wrong-inputs.ts';
import type { Deps } from './deps.ts';
import { readInputs, type StepInputs } from './inputs.ts';
import { deniedRequester } from './requester.ts';
import type { Execution } from './step.ts';

interface Prepared {
  request: Request;
  requester: string;
  /** The channel in which its card is posted. */
  channel: string;
  brandConfig: BrandConfig;
}

/** `wrong`: plain text for the person who ran the workflow. `unsure`: the same, but nobody can tell yet. */
export type Preparing = Prepared | { wrong: string } | { unsure: string };

/** Reads everything before anything is created. Rejects only with Redis's errors. */
export async function prepare(deps: Deps, workspace: string, execution: Execution): Promise<Preparing> {
  const inputs = readInputs(execution.inputs);
  const zone = inputs.time === undefined ? undefined : await deps.users.zoneOf(inputs.requester);
  const wrong = wrongInputs(execution.step, inputs, { ...deps, now: deps.now(), zone });
  if (wrong !== undefined) return { wrong };
  if (!isChannel(inputs.channel)) return { wrong: stepErrors.channel };
  if (!deps.keyed) return { wrong: stepErrors.noKey(`${deps.slash('social')} key`) };
  try {
    const brand = await brandMeant(deps, execution, inputs.brand);
    if ('wrong' in brand) return brand;
    const brandConfig = await deps.brandConfigs.read(workspace, brand.id);
    const denied = await deniedRequester(deps, inputs.requester, brandConfig);
    if (denied) {
      const says = deniedStep(denied, brand.name, `${deps.slash('social')} settings`);
      if (denied.why === 'unknown') return { unsure: says };
      const { requester: by, channel } = inputs;
      await deps.audit.add(workspace, {
        by,
        what: 'refused',
        brand,
        channel,
        via: 'job',
        result: denied.why,
        note: 'ask',
      });
      return { wrong: says };
    }
    const profiles = await profilesMeant(deps, brand, inputs.profiles, brandConfig);
    if ('wrong' in profiles) return profiles;
    return {
      request: requestOf(execution, inputs, brand, profiles.profiles),
      requester: inputs.requester,
      channel: brandConfig.rule?.channel ?? brandConfig.settings.channel ?? inputs.channel,
      brandConfig,
    };
  } catch (cause) {
    if (cause instanceof ServiceError && cause.postponed) throw cause;
    if (cause instanceof ServiceError || cause instanceof CatalogUnavailable)
      return { unsure: stepErrors.lists };
    throw cause;
  }
}

/** Finds a brand by its whole name or its id: a part of a name may mean another brand tomorrow. */
async function brandMeant(deps: Deps, { id }: Execution, name: string): Promise<Named | { wrong: string }> {
  const cached = calledSo(await deps.catalog.brands(), name);
  const brands =
    cached.length === 1 ? cached : await deps.service.brands({ priority: 'operation', who: `step.${id}` });
  const [brand, ...others] = calledSo(brands, name);
  if (brand && others.length === 0) return brand;
  return { wrong: brand ? stepErrors.severalBrands(name) : stepErrors.noBrand(name, brands) };
}

const asNamed = (profile: Profile): Named => ({ id: profile.id, name: profileName(profile) });

/**
 * The named profiles, by id, name or network; if none is named, the brand's default profiles, or its only
 * one.
 */
async function profilesMeant(
  { catalog, slash }: Deps,
  brand: Named,
  text: string,
  { settings }: BrandConfig,
): Promise<{ profiles: Named[] } | { wrong: string }> {
  const all = await catalog.profiles(brand.id);
  const named = text.split(/[,\n]/).flatMap((one) => one.trim() || []);
  if (named.length === 0) {
    const profiles = usualProfiles(all, settings.profiles);
    // otherwise, people would only notice once someone opens the card
    return profiles.length === 0 && all.length > 0
      ? { wrong: stepErrors.whichProfiles(brand.name, all.map(asNamed), `${slash('social')} settings`) }
      : { profiles };
  }
  const fits = (one: string) => (profile: Profile) =>
    profile.id === one ||
    namesNetwork(one, profile.provider) ||
    [profileName(profile), profile.name].some((name) => name.toLowerCase() === one.toLowerCase());
  const unknown = named.filter((one) => !all.some(fits(one)));
  if (unknown.length > 0) return { wrong: stepErrors.noProfile(unknown, brand.name, all.map(asNamed)) };
  return { profiles: all.filter((profile) => named.some((one) => fits(one)(profile))).map(asNamed) };
}

function requestOf(
  { step, workflowRun }: Execution,
  { text, media, time, images = 0 }: StepInputs,
  brand: Named,
  profiles: Named[],
): Request {
  const common = { brand, profiles, workflowRun };
  if (step === 'generate_post')
    return {
      ...common,
      kind: 'ai-post',
      prompt: text,
      imageCount: images,
      referenceUrls: linksOf(media),
      referenceDesigns: [],
    };
  return {
    ...common,
    kind: 'post',
    caption: text,
    mediaUrls: linksOf(media),
    ...(time !== undefined && { scheduledAt: postTime(time * 1_000) }),
  };
}
