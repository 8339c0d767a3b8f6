/** Calls Slack's Web API, and reports its answers to the metrics. */
import { LogLevel, type Logger as SlackLogger, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { createSlackFetch, type SlackFetch } from './addresses.ts';
import { postAnswer } from './respond.ts';

/** The Web API methods that the bot calls with these options, named as in `SlackAnswer`. */
export const slackMethods = [
  'auth.test',
  'chat.delete',
  'chat.postEphemeral',
  'chat.postMessage',
  'chat.unfurl',
  'chat.update',
  'conversations.members',
  'conversations.replies',
  'files.completeUploadExternal',
  'files.getUploadURLExternal',
  'files.info',
  'functions.completeError',
  'functions.completeSuccess',
  'oauth.v2.access',
  'response_url',
  'usergroups.list',
  'usergroups.users.list',
  'users.info',
  'users.list',
  'views.open',
  'views.publish',
  'views.push',
  'views.update',
];

/** One answer of the Web API; a call that's retried has several. */
export interface SlackAnswer {
  /** In Slack's spelling, such as `chat.update`; `response_url` for an answer there. */
  method: string;
  /** `undefined` if no answer came. */
  status: number | undefined;
  /** Slack's error code. */
  error?: string | undefined;
}

export type OnSlackAnswer = (answer: SlackAnswer) => void;

type Fetch = NonNullable<WebClientOptions['fetch']>;

/** For calls that a person waits for: few and short retries. Jobs retry for longer. */
export function clientOptions(
  config: { SLACK_API_URL: string },
  log: Logger,
  onAnswer?: OnSlackAnswer,
): WebClientOptions {
  return {
    logger: slackLogger(log),
    slackApiUrl: config.SLACK_API_URL,
    timeout: 8_000,
    retryConfig: { retries: 1, minTimeout: 200, maxTimeout: 1_000 },
    // Every process has to know about a 429, so the client doesn't wait for it.
    rejectRateLimitedCalls: true,
    fetch: telling(createSlackFetch(config.SLACK_API_URL), config.SLACK_API_URL, onAnswer),
  };
}

/**
 * Reports each answer without changing it. Bolt's `respond` goes through here, too; only the client retries.
 */
function telling(send: SlackFetch, apiUrl: string, onAnswer: OnSlackAnswer = () => undefined): Fetch {
  return async (url, init) => {
    const isMethod = String(url).startsWith(apiUrl);
    // The path of a response URL is a secret, and different each time.
    const method = isMethod ? (new URL(url).pathname.split('/').at(-1) ?? '') : 'response_url';
    const sent = isMethod ? send(url, init) : postAnswer(send, url, init);
    const response = await sent.catch((cause: unknown) => {
      onAnswer({ method, status: undefined });
      throw cause;
    });
    const { ok, status, statusText, headers } = response;
    if (status !== 200) onAnswer({ method, status });
    return {
      ok,
      status,
      statusText,
      headers,
      url: response.url,
      arrayBuffer: () => response.arrayBuffer(),
      json: () => response.json(),
      async text() {
        const text = await response.text();
        if (status === 200) onAnswer({ method, status, error: refusalIn(text) });
        return text;
      },
    };
  };
}

/** Slack's error codes are documented words; anything else isn't repeated. */
function refusalIn(text: string): string | undefined {
  // Most answers are successes, and can be long.
  if (/^\s*\{\s*"ok"\s*:\s*true/.test(text)) return undefined;
  try {
    const { ok, error } = JSON.parse(text) as { ok?: unknown; error?: unknown };
    if (ok === true) return undefined;
    return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'other';
  } catch {
    return 'other';
  }
}

/** Puts Slack's log lines into our log. Debug lines are left out: they may contain tokens. */
export function slackLogger(log: Logger): SlackLogger {
  const child = log.child({ part: 'slack' });
  const text = (parts: unknown[]): string =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
  return {
    debug: () => undefined,
    info: (...parts) => child.debug(text(parts)),
    warn: (...parts) => child.warn(text(parts)),
    error: (...parts) => child.error(text(parts)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
