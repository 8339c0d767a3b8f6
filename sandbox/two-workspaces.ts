/** Two separate workspaces, each with its own publishing-service account, in which users install the bot by OAuth. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { GuideStep } from '#sandbox/chat/guide.ts';
import { startMultiWorkspace } from '#sandbox/chat/multi-workspace.ts';
import { startMultiAccountService } from '#sandbox/service/multi-account.ts';
import { harborYoga } from '#sandbox/service/seed/harbor-yoga.ts';
import { northwindCoffee } from '#sandbox/service/seed/northwind-coffee.ts';
import {
  createLiveReads,
  type DemoContext,
  type DemoEnvironment,
  generation,
  livePageOf,
  secret,
} from './demo-environment.ts';
import { demoGuide } from './guide.ts';
import { builtLivePage, builtPage } from './page.ts';

const companies = [
  { id: 'T0NORTH', name: 'Northwind', owner: 'Robin Vale', brand: northwindCoffee },
  { id: 'T0HARBOR', name: 'Harbor', owner: 'Noor Said', brand: harborYoga },
];

/** The guide for one workspace. The terminal prints the installation link. `isConnected`: the service has accepted the workspace's key. */
const guideWith = (key: string, isConnected: () => boolean, isLiveRead: () => boolean): GuideStep[] => [
  {
    title: 'Install and connect',
    how: `Install Presscheck at the address that the terminal shows. Then, as Cy, an administrator, type \`/social key\` and enter \`${key}\`.`,
    isDone: isConnected,
  },
  {
    title: 'See only your own posts',
    how: 'As Ana, type `/social posts`: it lists the posts of this account, and none of the other.',
    isDone: ({ messages }) => messages.some(({ text }) => text.startsWith('Posts for ')),
  },
  ...demoGuide(isLiveRead),
];

/** Registers each part's shutdown with `cleanup`. */
export async function startTwoWorkspaces(
  cleanup: AsyncDisposableStack,
  context: DemoContext,
): Promise<DemoEnvironment> {
  const { folder, manifest, declined, clock, pagePort, botUrl, restartBot } = context;
  const two = companies.map((one, i) => ({
    ...one,
    ...createLiveReads(() => slack.chats[i]?.world.changed()),
    key: `${one.name.toLowerCase()}-${secret()}`,
  }));
  const service = await startMultiAccountService(
    two.map(({ id, name, owner, brand, key, onLiveRead }) => ({
      key,
      onLiveRead,
      database: join(folder, `${id}.sqlite`),
      generation,
      web: builtLivePage,
      seed: {
        user: { id: `user-${name.toLowerCase()}`, name: owner, email: `hello@${name.toLowerCase()}.example` },
        brands: [brand],
      },
    })),
  );
  cleanup.defer(() => service.stop());
  // the shared address doesn't serve each account's page
  const liveUrls = service.accounts.map(({ url }) => livePageOf(url));
  const clientId = '1234.5678';
  const [clientSecret, signingSecret] = [secret(), secret()];
  const slack = await startMultiWorkspace({
    clientId,
    clientSecret,
    chats: two.map(({ id, name, key, isLiveRead }, i) => ({
      port: pagePort && pagePort + i,
      signingSecret,
      manifest,
      declined,
      workspace: { id, name },
      requestUrl: `${botUrl}/slack/events`,
      web: builtPage,
      clock: { ...clock, nextPost: () => service.accounts[i]?.nextScheduled() },
      restartApp: restartBot,
      guide: guideWith(
        key,
        () => service.accounts[i]?.requests.some(({ status }) => status === 200) === true,
        isLiveRead,
      ),
      ...(liveUrls[i] && { liveUrl: liveUrls[i] }),
    })),
  });
  cleanup.defer(() => slack.close());
  clock.onJump(() => {
    for (const account of service.accounts) account.tick();
    for (const chat of slack.chats) chat.world.changed();
  });
  const rows = two.map(({ name, key }, i) =>
    [
      `    ${name.padEnd(11)}${slack.pageUrls[i]}/?as=Cy    API key ${key}`,
      `    ${''.padEnd(11)}${liveUrls[i]}    what went live`,
    ].join('\n'),
  );
  return {
    settings: {
      SLACK_CLIENT_ID: clientId,
      SLACK_CLIENT_SECRET: clientSecret,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: slack.apiUrl,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: botUrl,
      SOCIAL_API_URL: service.url,
    },
    welcome: `
Presscheck is running for two workspaces that know nothing of each other. Nothing leaves this machine.

    Install    ${botUrl}/slack/install

${rows.join('\n')}

  1. Open the first address, press Add to Slack, and allow it in Northwind. Do the same again for Harbor.
  2. In each workspace, as Cy, type /social key in #social and enter its API key.
  3. Make a post in one with /ai-post. /social posts, /social rules and /social audit of the other show nothing of it.
`,
  };
}
