/** Simulated users who create and decide on posts, and who retry if Slack reports an error. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { chooseText, whatToDoLabel } from '#views/campaigns/review.ts';
import { channelOf, openChannel, userName } from './channels.ts';
import type { Kind, PlannedRequest } from './plan.ts';
import { createRunByKey } from './run-by-key.ts';

export interface SimulatedUsers {
  /** Resolves to the card's ID once the submission is acknowledged; undefined if it never is. */
  ask(request: PlannedRequest): Promise<string | undefined>;
  /** Clicks until Slack acknowledges it or the button is gone. Resolves to whether it was acknowledged. */
  click(who: number, on: ShownMessage, button: string): Promise<boolean>;
  /** Clicks a button, and submits the modal that it opens. Resolves to whether it was accepted. */
  throughModal(who: number, on: ShownMessage, button: string, title: RegExp, fill: Filling): Promise<boolean>;
  /** Sends a command until Slack acknowledges it. Resolves to whether it was acknowledged. */
  types(who: number, text: string, channel: number): Promise<boolean>;
  /** Approves all posts of a campaign in its review. Resolves to whether it was accepted. */
  approvesAll(who: number, on: ShownMessage): Promise<boolean>;
  idOf(who: number): string;
  readonly counts: { commands: number; submissions: number; clicks: number; again: number };
}

type Filling = Parameters<ShownView['fill']>[0];

const commands: Record<Kind, string> = { post: '/post', 'ai-post': '/ai-post', campaign: '/campaign' };
const fields: Record<Kind, string> = { post: 'Caption', 'ai-post': 'Prompt', campaign: 'Brief' };
/** Responses to a command that wasn't delivered or failed. */
const notArrived = /did not respond|failed|Couldn’t save|went wrong on our side|try again/i;
const bothPosts = chooseText(2);
const attempts = 60;
const betweenMs = 400;

/** `isAway`: whether Redis is down, when users don't give up. `dueAt`: a time soon. `log`: logs when a user gives up. */
export function createSimulatedUsers(
  chat: Chat,
  dueAt: () => Date,
  isAway: () => boolean,
  log: (line: string) => void,
): SimulatedUsers {
  const counts = { commands: 0, submissions: 0, clicks: 0, again: 0 };
  const drivers = new Map<number, Driver>();
  /** Each user has only one modal open at a time. */
  const oneModalAtATime = createRunByKey();
  const driver = (index: number): Driver => {
    const known = drivers.get(index) ?? chat.user(userName(index));
    drivers.set(index, known);
    return known;
  };

  /** Retries until `act` returns something. An error counts as not found yet. */
  async function retryUntil<T>(
    what: string,
    attempt: (i: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    let left = attempts;
    let last: unknown = 'nothing came';
    for (let i = 0; left > 0; i += 1) {
      if (!isAway()) left -= 1;
      if (i > 0) {
        counts.again += 1;
        await sleep(betweenMs);
      }
      const found = await attempt(i).catch((cause: unknown) => {
        last = cause;
        return undefined;
      });
      if (found !== undefined) return found;
    }
    log(`gave up trying to ${what}: ${String(last)}`);
    return undefined;
  }

  /** Whether the user got a message instead of the form, and so doesn't click again. */
  async function refusedInstead(person: Driver, button: string, cause: unknown): Promise<'refused'> {
    const message = await person.seesPrivately().catch(() => '');
    if (message === '' || notArrived.test(message)) throw cause;
    log(`${button} was refused: ${message}`);
    return 'refused';
  }

  /** Submits the modal again until it closes. */
  async function submit(modal: ShownView, twice = false): Promise<'taken' | 'refused' | 'gone' | undefined> {
    return retryUntil('submit a form', async () => {
      // another modal replaced it
      if (!modal.open) return 'gone';
      counts.submissions += 1;
      const sent = await Promise.allSettled([modal.submit(), ...(twice ? [modal.submit()] : [])]);
      const answers = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      if (answers.some(({ closed, connectionError: randomFaults }) => closed && randomFaults === undefined))
        return 'taken';
      const message = answers.flatMap(({ errors }) => Object.values(errors)).join(' ');
      // a final refusal, not "try again in a minute"
      return message !== '' && !/Couldn’t save|confirm whether this was saved|wrong on our side/.test(message)
        ? 'refused'
        : undefined;
    });
  }

  async function openRequest(who: Driver, request: PlannedRequest, token: string): Promise<ShownView> {
    const { kind } = request;
    const channel = openChannel(request.channel, chat);
    counts.commands += 1;
    await who.types(`${commands[kind]} The story of ${token} in our own words`, { in: channelOf(channel) });
    const modal = await newest(who, (shown) => String(shown.values[fields[kind]]).includes(`${token} `));
    const due = request.kind === 'post' && request.decision === 'comes due';
    return modal.fill({
      'Social profiles': [`Instagram · brand.${channel + 1}`],
      ...(kind === 'campaign' && { Posts: '2' }),
      ...(due && { 'Schedule for': dueAt() }),
      ...(request.pictured && { [kind === 'campaign' ? 'Images per post' : 'Images']: '1' }),
    });
  }

  /** Waits for the new modal, because an older one can still be open. */
  async function newest(who: Driver, isIt: (shown: ShownView) => boolean): Promise<ShownView> {
    for (let i = 0; i < 20; i += 1) {
      const shown = await who.seesModal(/^New/);
      if (isIt(shown)) return shown;
      await sleep(100);
    }
    throw new Error('the modal didn’t open');
  }

  return {
    counts,
    idOf: (who) => driver(who).id,
    ask: (request) =>
      oneModalAtATime(request.author, () =>
        retryUntil(`ask for ${request.token}`, async (attempt) => {
          // a new text for each attempt, because an earlier one may have arrived after all
          const token = `${request.token}${attempt || ''}`;
          const modal = await openRequest(driver(request.author), request, token);
          return (await submit(modal, request.submitsTwice)) === 'taken' ? modal.id : undefined;
        }),
      ),
    async click(who, on, button) {
      const arrived = await retryUntil(`press ${button}`, async () => {
        if (!on.buttons.includes(button)) return 'gone';
        counts.clicks += 1;
        return (await driver(who).clicks(on, button)) === '' ? 'arrived' : undefined;
      });
      return arrived === 'arrived';
    },
    async types(who, text, channel) {
      const arrived = await retryUntil(`type ${text}`, async () => {
        counts.commands += 1;
        const message = await driver(who).types(text, { in: channelOf(channel) });
        return notArrived.test(message) ? undefined : true;
      });
      return arrived === true;
    },
    approvesAll: (who, on) =>
      oneModalAtATime(who, async () => {
        const modal = await retryUntil('approve all', async () => {
          if (!on.buttons.includes('Review campaign')) return 'gone';
          counts.clicks += 1;
          if ((await driver(who).clicks(on, 'Review campaign')) !== '') return undefined;
          const review = await driver(who).seesModal('Review campaign');
          // it opens before its posts are loaded
          await review.shows(/\d posts? for /);
          // a check of the listing can leave nothing to select
          if (!review.buttons.includes(bothPosts)) return 'gone';
          await review.clicks(bothPosts);
          const chosen = () =>
            Object.values(review.values).some((one) => Array.isArray(one) && one.length === 2);
          for (let i = 0; i < 20 && !chosen(); i += 1) await sleep(100);
          await review.submit({ [whatToDoLabel]: 'Publish now' });
          return driver(who).seesModal(/Publish 2 posts\?/);
        });
        return modal !== undefined && modal !== 'gone' && (await submit(modal)) === 'taken';
      }),
    throughModal: (who, on, button, title, fill) =>
      oneModalAtATime(who, async () => {
        const modal = await retryUntil(`press ${button}`, async () => {
          if (!on.buttons.includes(button)) return 'gone';
          counts.clicks += 1;
          if ((await driver(who).clicks(on, button)) !== '') return undefined;
          const opened = await driver(who)
            .seesModal(title)
            .catch((cause: unknown) => refusedInstead(driver(who), button, cause));
          return opened === 'refused' ? 'gone' : opened.fill(fill);
        });
        return modal !== undefined && modal !== 'gone' && (await submit(modal)) === 'taken';
      }),
  };
}
