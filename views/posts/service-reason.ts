/**
 * What people read if the publishing service refused something or didn't answer: the same sentences on cards
 * and in answers.
 */
import { isAnswer } from '#src/posts/card/problem.ts';
import { sentence } from '#views/kit/text.ts';

/** What is known about a failed call. A `ServiceError` has all of it. */
export interface ServiceSaid {
  kind: 'refused' | 'key' | 'busy' | 'down' | 'timeout' | 'shape';
  endpoint: string;
  /** Of the response; absent if there was none. */
  status?: number | undefined;
  serviceMessage?: string | undefined;
  /** What people can do about a key that isn't accepted, unless it's in the settings. */
  keyHint?: string | undefined;
  /** It's on our side: the job that reads the answers was given up. */
  abandoned?: boolean | undefined;
}

/**
 * One or two sentences of plain text: what happened, and who can do something about it. `key`: what to call
 * the key that was sent.
 */
export function serviceReason(
  { kind, endpoint, status, serviceMessage, keyHint, abandoned }: ServiceSaid,
  key = 'the API key',
): string {
  const said = serviceMessage ? ` It says: “${sentence(serviceMessage)}”` : '';
  switch (kind) {
    case 'key':
      // without a key, nothing was sent, and the hint says all
      if (status === undefined && keyHint) return keyHint;
      return `The publishing service rejected ${key}.${said} ${keyHint ?? 'Your Presscheck admin needs to enter a valid API key.'}`;
    case 'refused':
      // problems that people can fix are described in their words, not in the API's
      if (serviceMessage && /socialProfile/i.test(serviceMessage)) return refusedProfiles;
      return `The publishing service rejected the request.${said}`;
    case 'busy':
      return 'The publishing service is getting too many requests.';
    case 'down':
      return isAnswer(status)
        ? `The publishing service returned an error.${said}`
        : 'The connection to the publishing service failed.';
    case 'timeout':
      return 'The publishing service didn’t respond in time.';
    case 'shape':
      if (abandoned)
        return `Something keeps going wrong on our side${affected(endpoint)}. Your Presscheck admin can check the log.`;
      return `I couldn’t read the publishing service’s response${affected(endpoint)}.`;
  }
}

/** What the person who asked can do; empty if the reason says that already. */
export const hintFor = ({ kind, abandoned }: Pick<ServiceSaid, 'kind' | 'abandoned'>): string =>
  abandoned ? '' : hints[kind];

const hints: Record<ServiceSaid['kind'], string> = {
  key: '',
  refused: 'Nothing changed.',
  busy: 'Try again in a minute.',
  down: 'Try again in a minute.',
  timeout: 'Try again in a minute.',
  shape: 'Tell your Presscheck admin.',
};

const refusedProfiles =
  'The publishing service rejected this post because it has no social profiles, or one of them is no longer connected.';

/** What doesn't work while one kind of answer can't be understood. Follows `so`. */
const lost: Record<string, string> = {
  'GET /me': 'I can’t tell who the API key belongs to',
  'GET /brands': 'brands can’t be chosen',
  'GET /social-profiles': 'social profiles can’t be chosen or listed',
  'GET /social-profiles/connection-url': 'social profiles can’t be connected',
  'GET /post': 'posts can’t be listed or checked',
  'GET /hashtag-libraries': 'hashtag libraries can’t be chosen or listed',
  'GET /studio-templates': 'designs can’t be chosen or listed',
  'GET /analytics/export': 'analytics can’t be shared',
  'GET /workflow/{workflowId}': 'workflows can’t be shown',
};

function affected(endpoint: string): string {
  const what = lost[endpoint];
  return what === undefined ? '' : `, so ${what} right now`;
}

export const ours = 'Something went wrong on our side.';

export const sharedNowhere = 'Slack won’t let me share files here or in a direct message.';
