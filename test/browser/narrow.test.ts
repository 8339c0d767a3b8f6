/** The largest views in a narrow window; in the long form, all views, and also at their smallest. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { Fields } from '#sandbox/chat/json.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { builtPage } from '#sandbox/page.ts';
import { startWebApiClient } from '#test/chat/web-api-client.ts';
import { isLong, shareOf } from '#test/support/long-tests.ts';
import { everyView, nameOf } from '#test/views/extremes/every-view.ts';
import type { Shown, Text } from '#test/views/extremes/extremes.ts';
import manifest from '../../manifest.json' with { type: 'json' };
import { openPage } from './people.ts';
import { unreadable } from './unreadable.mjs';

const width = 400;
/** Slack doesn't break words. */
const oneWord: Text = (n) => 'W'.repeat(n);

interface View {
  name: string;
  shown: Shown;
}

/** The views to test, because rendering all of them takes seconds. */
const madeViews = (): View[] =>
  shareOf(everyView, { which: 0, shares: 6 }).flatMap((row) =>
    [
      { size: 'largest', shown: row.largest(oneWord)[0] },
      ...(isLong ? [{ size: 'smallest', shown: row.smallest()[0] }] : []),
    ].flatMap(({ size, shown }) => (shown ? [{ name: `${nameOf(row)}, ${size}`, shown }] : [])),
  );
const isModal = ({ shown }: View): boolean => 'type' in shown && shown.type === 'modal';
const isHome = ({ shown }: View): boolean => 'type' in shown && shown.type === 'home';
const isMessage = ({ shown }: View): boolean => !('type' in shown);

test(`views are readable in a window of ${width} px, however long they are`, async (t) => {
  const views = madeViews();
  const { chat, call } = await startWebApiClient(t, { web: builtPage, manifest });
  const asked = async (method: string, args: Fields): Promise<Fields> => {
    const answer = await call(method, args);
    assert.ok(answer.ok, JSON.stringify(answer));
    return answer;
  };
  const { page } = await openPage(t, 'about:blank');
  // its images don't exist
  await page.route('https://example.com/**', (route) => route.abort());
  await page.setViewportSize({ width, height: 900 });
  const problems: string[] = [];
  const judge = async (selector: string, nameOfPlace: (place: string) => string | undefined) => {
    await page.waitForFunction('!document.querySelector("img[data-loading=true]")');
    const found = await page.evaluate(unreadable, selector);
    for (const { place, problems: these } of found)
      problems.push(...these.map((one) => `${nameOfPlace(place)}: ${one}`));
    assert.ok(found.length > 0, `nothing is at ${selector}`);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= width, `the page scrolls sideways with ${nameOfPlace(found[0]?.place ?? '')}`);
  };

  const goTo = async (place: string) => {
    await page.goto(`${chat.url}/?as=${place}`);
    // the full height, instead of scrolling
    await page.addStyleTag({ content: '.dialog { max-height: none !important }' });
  };

  await goTo('U0ANA#C0SOCIAL');
  const typed = await commandsTyped(t, chat);
  for (const { name, shown } of views.filter(isModal)) {
    // reopened each time, because an open modal would keep its input
    const { view } = await asked('views.open', { trigger_id: await typed(), view: shown });
    const form = `form[data-hash="${(view as Fields).hash}"]`;
    await page.locator(form).waitFor();
    await judge(form, () => name);
  }

  for (const { name, shown } of views.filter(isHome)) {
    const { view } = await asked('views.publish', { user_id: 'U0BO', view: shown });
    await goTo('U0BO#home');
    const home = `.home[data-hash="${(view as Fields).hash}"]`;
    await page.locator(home).waitFor();
    await judge(home, () => name);
  }

  // away from the channel, which would render each message separately
  await page.goto('about:blank');
  const names = new Map<string, string>();
  for (const { name, shown } of views.filter(isMessage)) {
    const { ts } = await asked('chat.postMessage', { channel: 'C0LAUNCHES', ...shown });
    names.set(String(ts), name);
  }
  await goTo('U0CY#C0LAUNCHES');
  await page
    .locator('article')
    .nth(names.size - 1)
    .waitFor();
  await judge('article', (place) => names.get(place));
  assert.deepEqual(problems, []);
});

/** Each call sends a command from Ana to an app, and returns the trigger to open a modal with. */
async function commandsTyped(t: TestContext, chat: Chat): Promise<() => Promise<string | null>> {
  let body = '';
  const app = createServer(async (request, response) => {
    body = await textOf(request);
    response.end();
  }).listen(0, '127.0.0.1');
  t.after(() => app.close());
  await once(app, 'listening');
  chat.deliverTo(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
  return async () => {
    await chat.user('Ana').types('/social');
    return new URLSearchParams(body).get('trigger_id');
  };
}
