/** Templates for tests, saved like in the administrator's form. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createTemplateStore } from '#src/templates/template-store.ts';
import type { Template } from '#src/templates/templates.ts';
import type { StartedBot } from './bot.ts';
import { redisOf } from './stored.ts';

export const aTemplate = (over: Partial<Template> = {}): Template => ({
  id: 'template-1',
  revision: 0,
  kind: 'caption',
  name: 'New on the menu',
  text: 'New at {brand}: {product}. Only in {month}.',
  ...over,
});

type Started = Pick<StartedBot, 'settings' | 'chat'>;

function storeOf(t: TestContext, { settings }: Started) {
  const { redis, prefix } = redisOf(t, settings);
  return createTemplateStore(redis, prefix);
}

const entry = () => ({ at: new Date().toISOString(), by: 'U0CY' });

/** Saves templates of a brand, one after the other. */
export async function saveTemplates(
  t: TestContext,
  started: Started,
  brand: { id: string; name: string },
  templates: readonly Template[],
): Promise<void> {
  const store = storeOf(t, started);
  for (const template of templates)
    assert.equal(await store.save(started.chat.world.workspace.id, brand, template, entry()), 'done');
}

export async function deleteTemplate(
  t: TestContext,
  started: Started,
  brand: { id: string; name: string },
  template: Pick<Template, 'id' | 'revision'>,
): Promise<void> {
  const store = storeOf(t, started);
  assert.equal(await store.remove(started.chat.world.workspace.id, brand, template, entry()), 'done');
}
