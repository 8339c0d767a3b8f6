/** What people read about a workspace without Presscheck. */
import type { RefusalText } from '#views/kit/command-refusals.ts';

export const notInstalled: RefusalText = ['Presscheck isn’t installed in this workspace.', ''];

export const notInstalledAnyMore: RefusalText = ['Presscheck is no longer installed in this workspace.', ''];
