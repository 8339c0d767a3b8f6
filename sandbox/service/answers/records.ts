import { spellProvider } from '#sandbox/service/answers/spelling.ts';
import type { HashtagLibrary, SocialProfile, StudioDesign, Workflow } from '#sandbox/service/model.ts';
import type { World } from '#sandbox/service/world.ts';

/** Records whose fields the document does not show, as docs/open-facts.md lists them. */
export function describeProfile(profile: SocialProfile, world: World): Record<string, unknown> {
  return {
    id: profile.id,
    provider: spellProvider(profile.provider, world.variants),
    [world.variants.profileName]: profile.name,
    image: `${world.origin()}/media/profile-${profile.id}.png`,
  };
}

export function describeLibrary({ id, name, hashtags }: HashtagLibrary): Record<string, unknown> {
  return { id, name, hashtags };
}

export function describeDesign({ id, name }: StudioDesign, world: World): Record<string, unknown> {
  return { id, name, image: `${world.origin()}/media/design-${id}.png` };
}

/** A single record the way the variant wraps it. */
export function wrapRecord(record: unknown, { variants }: World): unknown {
  return variants.record === 'data' ? { data: record } : record;
}

/** The switch has four spellings. */
export function describeWorkflow({ id, name, on }: Workflow, world: World): Record<string, unknown> {
  const { workflowSwitch, workflowAnswer } = world.variants;
  return {
    id,
    ...(workflowAnswer === 'full' && { name }),
    ...(workflowSwitch === 'status' ? { status: on ? 'ON' : 'OFF' } : { [workflowSwitch]: on }),
  };
}
