/** A draft with a linked image, under an approval rule. The test can replace the image's file. */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { type BotOptions, type StartedBot, startBot } from './bot.ts';
import { eventually } from './eventually.ts';
import { aRule, ruleSetter } from './rules.ts';
import { approveButton, cardSays, requestsCard } from './user-actions.ts';

export interface Files {
  /** The current content by path; missing: 404. */
  at: Map<string, string>;
  /** How often each path was read. */
  reads: Map<string, number>;
  address(path: string): string;
}

export type RuleFixture = StartedBot & { card: ShownMessage; files: Files };

/** Creates Ana's draft with a linked image, under an approval rule. The link is on the service's host, so that this file server gets the request. */
export async function startUnderRule(
  t: TestContext,
  rule: Rule = aRule(),
  options: BotOptions & { fill?: object } = {},
): Promise<RuleFixture> {
  const files = new Map([['/files/beans.png', 'beans']]);
  const reads = new Map<string, number>();
  let service = new URL('http://127.0.0.1');
  const front = createServer((incoming, answer) => {
    const path = incoming.url ?? '';
    if (path.startsWith('/files/')) {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      const file = files.get(path);
      answer.writeHead(file === undefined ? 404 : 200).end(file);
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(path, service), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready));
  t.after(() => front.close());
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const started = await startBot(t, {
    ...options,
    settings: { SOCIAL_API_URL: `${origin}/v1`, ...options.settings },
    before: (parts) => {
      service = new URL(parts.service.url);
      options.before?.(parts);
    },
  });
  await (await ruleSetter(t, started))(rule);
  const fill = { 'Media links': `${origin}/files/beans.png`, ...options.fill };
  const card = await requestsCard(started.ana, '/post Fresh beans', cardSays.ready, { fill });
  await approveButton(card);
  const address = (path: string): string => new URL(path, origin).href;
  return { ...started, card, files: { at: files, reads, address } };
}

/** Waits until the file has been read this often, or more often. */
export const fileReads = (files: Files, times: number) =>
  eventually(() => assert.ok((files.reads.get('/files/beans.png') ?? 0) >= times));

/** Options that hold the job that reads the files just before it saves the result, with a clock that the test moves. */
export function holdFileCheck() {
  const gate = Promise.withResolvers<void>();
  let aheadMs = 0;
  const options: BotOptions = {
    now: () => Date.now() + aheadMs,
    failpoint: async (step) => (step === 'files read' ? gate.promise : undefined),
  };
  return {
    options,
    later(ms: number): void {
      aheadMs += ms;
    },
    goOn: gate.resolve,
  };
}
