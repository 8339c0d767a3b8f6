import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removedNamesIn } from './removed-names.ts';

const sent = (method: string, path: string, query: Record<string, string> = {}, body?: unknown) => ({
  method,
  path,
  query,
  body,
});

test('a removed name is found anywhere in a request', () => {
  assert.deepEqual(
    removedNamesIn([
      sent('GET', '/workspaces'),
      sent('GET', '/brand-kits', { brandId: 'brand-1' }),
      sent('GET', '/post', { workspaceId: 'brand-1' }),
      sent('POST', '/campaigns', {}, { prompt: 'Tea', posts: [{ workspaceId: 'brand-1' }] }),
    ]),
    [
      'GET /workspaces: the path',
      'GET /brand-kits: the path',
      'GET /post: workspaceId in the query',
      'POST /campaigns: workspaceId in the body',
    ],
  );
});

test('connecting a network keeps the name in its reference, and captions can contain it', () => {
  const provider = 'tiktok';
  assert.deepEqual(
    removedNamesIn([
      sent('GET', '/social-profiles/connection-url', { workspaceId: 'brand-1', provider }),
      sent('POST', '/post', { brandId: 'brand-1' }, { caption: 'workspaceId', mediaUrls: [] }),
    ]),
    [],
  );
});
