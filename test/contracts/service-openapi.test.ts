import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/contracts/service-client.ts';

type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, object>; required?: string[] } } };
  };
  responses: Record<string, { description: string }>;
};
type Description = {
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

test('openapi.json has version 1.1.0 and every endpoint of the document', async (t) => {
  const { call, service } = await startService(t);
  const { body } = await call('GET /openapi.json', { headers: { 'X-API-Key': null } });
  assert.deepEqual(body, JSON.parse(JSON.stringify(service.openapi())));
  const { info, servers, paths } = body as Description;
  assert.equal(info.version, '1.1.0');
  assert.deepEqual(servers, [{ url: service.url }]);
  assert.deepEqual(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    ),
    [
      'get /me',
      'get /brands',
      'get /social-profiles',
      'get /social-profiles/connection-url',
      'post /post',
      'get /post',
      'patch /post/{postId}',
      'post /post/ai',
      'post /campaigns',
      'get /workflow/{workflowId}',
      'post /workflow/{workflowId}',
      'get /hashtag-libraries',
      'get /studio-templates',
      'get /analytics/export',
    ],
  );
});

test('its schemas carry the limits that the requests are checked against', async (t) => {
  const { service } = await startService(t);
  const { paths } = service.openapi() as Description;
  const body = (path: string, method: string) => {
    const operation = paths[path]?.[method];
    return operation?.requestBody?.content['application/json'].schema;
  };
  assert.deepEqual(body('/post', 'post')?.required, ['caption', 'mediaUrls']);
  assert.equal(body('/post/{postId}', 'patch')?.required, undefined);
  assert.deepEqual(body('/campaigns', 'post')?.required, ['prompt']);
  assert.deepEqual(body('/post/ai', 'post')?.properties.prompt, { type: 'string', minLength: 10 });
  assert.deepEqual(body('/campaigns', 'post')?.properties.duration, {
    default: 7,
    type: 'integer',
    minimum: 1,
    maximum: 30,
  });
  const [brandId] = paths['/post/ai']?.post?.parameters ?? [];
  assert.deepEqual([brandId?.name, brandId?.in, brandId?.required], ['brandId', 'query', true]);
  assert.equal(paths['/post']?.post?.responses[201]?.description, 'Created');
});
