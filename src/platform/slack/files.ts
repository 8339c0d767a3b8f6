/** Files in Slack: what they are, and their bytes, with the token of the bot. */
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { SlackFetch } from './addresses.ts';
import { type SlackFiles, slackFileSchema } from './media.ts';
import { codeOf } from './refusals.ts';

const gone = new Set([
  'file_not_found',
  'file_deleted',
  'access_denied',
  'not_visible',
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
]);

export function createSlackFiles(client: WebClient, send: SlackFetch, token: string): SlackFiles {
  return {
    async info(id) {
      try {
        const { file } = await client.files.info({ file: id });
        return slackFileSchema.parse(file);
      } catch (cause) {
        const code = codeOf(cause) ?? '';
        if (gone.has(code)) return 'gone';
        if (code === 'missing_scope') return 'no right';
        return cause instanceof WebAPIRateLimitedError ? 'too often' : 'no answer';
      }
    },
    open: ({ url_private_download: url }, range, signal) =>
      send(url ?? '', {
        headers: {
          authorization: `Bearer ${token}`,
          // else the length that Slack says is not the one that arrives
          'accept-encoding': 'identity',
          ...(range && { range }),
        },
        signal,
      }),
  };
}
