/** What commands get of each part of the bot, as types only. `src/app/` builds it. */

import type { Shared } from '#src/app/deps.ts';
import type { WorkspaceContext } from '#src/app/workspace-context.ts';
import type { BrandMemory } from '#src/catalog/last-brand.ts';
import type { PostAddress } from '#src/links/post-address.ts';
import type { Templates } from '#src/templates/template-store.ts';
import type { ApiKeys } from '#src/workspaces/api-keys.ts';

/** Without the store of cards, because commands record and change cards at the desk. */
export type OfAllWorkspaces = Omit<Shared, 'cards'> & {
  lastBrand: BrandMemory;
  templates: Templates;
  /** Absent if there's a single workspace, whose key is in the settings. */
  apiKeys: ApiKeys | undefined;
  /** The addresses of posts in the publishing service's web app; absent if they aren't known. */
  postAddress: PostAddress | undefined;
};

/**
 * Without the service, which isn't called while a person waits: `catalog` has its lists, and `lookups` asks
 * it once a command was acknowledged.
 */
export type OfWorkspace = Omit<WorkspaceContext, 'service'>;
