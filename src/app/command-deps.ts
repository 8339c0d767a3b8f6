/** What commands are built from, besides what jobs have, too. */
import type { SharedDeps } from '#commands/kit/command.ts';
import { createLastBrand } from '#src/catalog/last-brand.ts';
import { readPostPattern } from '#src/links/post-address.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { createTemplateStore } from '#src/templates/template-store.ts';
import { notInstalled } from '#views/workspaces/refusals.ts';
import type { Base, Shared } from './deps.ts';

export function createCommandDeps(
  { config, redis, workspaces }: Base,
  shared: Shared,
  commands: SharedDeps['commands'],
): SharedDeps {
  const prefix = config.REDIS_PREFIX;
  const deps: SharedDeps = {
    ...shared,
    lastBrand: createLastBrand(redis, prefix),
    templates: createTemplateStore(redis, prefix),
    apiKeys: workspaces.apiKeys,
    postAddress: config.POST_URL_PATTERN ? readPostPattern(config.POST_URL_PATTERN) : undefined,
    commands,
    async inWorkspace(workspace) {
      const workspaceContext = await workspaces.contextOf(workspace);
      if (!workspaceContext) throw new Refusal(...notInstalled);
      return { ...deps, ...workspaceContext };
    },
  };
  return deps;
}
