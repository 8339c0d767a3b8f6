/** Files in Slack: their metadata and their bytes, read with the bot's token. */
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { SlackFetch } from './addresses.ts';
import { type SlackFiles, slackFileSchema } from './media.ts';
import { codeOf } from './refusals.ts';

const gone = new Set(['file_not_found', 'file_deleted', 'access_denied', 'not_visible']);

/** The bot's token can't read any file, which an admin can fix. */
const notAllowed = new Set([
  'missing_scope',
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
        if (notAllowed.has(code)) return 'missing_scope';
        return cause instanceof WebAPIRateLimitedError ? 'rate_limited' : 'no_response';
      }
    },
    open: ({ url_private_download: url }, range, signal) =>
      send(url ?? '', {
        headers: {
          authorization: `Bearer ${token}`,
          // Otherwise, the length that Slack announces isn't the one that arrives.
          'accept-encoding': 'identity',
          ...(range && { range }),
        },
        signal,
      }),
  };
}
