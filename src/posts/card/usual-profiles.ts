/**
 * The social profiles of a post for which nobody chose any: in forms, in imports and in steps of workflows.
 * Pure.
 */
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';

/** The brand's default profiles (`set`) that the service still has (`all`), or else its only profile. */
export function usualProfiles(all: readonly Profile[], set: readonly Named[]): Named[] {
  const there = all.filter(({ id }) => set.some((one) => one.id === id));
  return (there.length > 0 || all.length > 1 ? there : all).map((profile) => ({
    id: profile.id,
    name: profileName(profile),
  }));
}
