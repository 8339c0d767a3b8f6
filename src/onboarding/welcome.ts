/**
 * Welcomes the person who set Presscheck up, once in each workspace: at most one message, even if a process
 * dies in between.
 */

import { done, handlerOf, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import { welcome } from '#views/onboarding/welcome.ts';
import { type Welcome, welcomeJob } from './jobs.ts';
import type { Welcomes } from './welcome-store.ts';

interface Deps extends Pick<Slack, 'users' | 'notifier'> {
  keyed: boolean;
  welcomes: Welcomes;
  slash(name: string): string;
}

export const welcomeHandler = handlerOf(welcomeJob, runWelcome);

async function runWelcome(deps: Deps, { workspace, user, installer }: Welcome): Promise<Outcome> {
  if (!installer && (await deps.users.roleOf(user)) !== 'administrator') return done;
  if (!(await deps.welcomes.take(workspace, user))) return done;
  try {
    const posted = await deps.notifier.post({ channel: user }, welcome(user, deps, deps.slash));
    if (!posted) await deps.welcomes.giveBack(workspace);
  } catch (cause) {
    // if there was no answer, the message may have been posted: better none than two
    if ((cause as Retriable).refused) await deps.welcomes.giveBack(workspace);
    throw cause;
  }
  return done;
}
