/** Slack's documented error codes for posting, updating and sharing, grouped by what they mean here. */
import { WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';

/** The code of a refusal; `undefined` if the call failed in another way. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof WebAPIPlatformError ? cause.data.error : undefined;
}

/** Whether Slack refused for one of these reasons. */
export function isRefusal(cause: unknown, codes: ReadonlySet<string>): boolean {
  return codes.has(codeOf(cause) ?? '');
}

/** The result; `undefined` if Slack refused for one of these reasons. */
export async function unlessRefusedFor<T>(
  codes: ReadonlySet<string>,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (cause) {
    if (!isRefusal(cause, codes)) throw cause;
    return undefined;
  }
}

/** How long Slack asked to wait because of its rate limit; `undefined` if the call failed in another way. */
export const retryAfterOf = (cause: unknown): number | undefined =>
  cause instanceof WebAPIRateLimitedError ? cause.retryAfter * 1_000 : undefined;

/**
 * The missing scope for which Slack refused, or several with commas; `undefined` if it refused for another
 * reason.
 */
export function missingScope(cause: unknown): string | undefined {
  if (!(cause instanceof WebAPIPlatformError) || cause.data.error !== 'missing_scope') return undefined;
  return 'needed' in cause.data ? String(cause.data.needed) : undefined;
}

/**
 * The bot, or the person who should read the message, has no access to this channel. Another one may work.
 */
export const channelGone: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'user_not_in_channel',
  'invalid_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'posting_to_general_channel_denied',
  'cannot_reply_to_message',
  'thread_not_found',
]);

/** A form was opened more than three seconds after the click, or twice for one click. */
export const lateTrigger: ReadonlySet<string> = new Set([
  'expired_trigger_id',
  'exchanged_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
]);

/** One block is too much for Slack, or unknown in this workspace. The same message can be sent with fewer. */
export const tooMuch: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
]);

/** The workspace has no such person. */
export const noPerson: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible']);

/** The message is gone, or can't be changed anymore. */
export const noMessage: ReadonlySet<string> = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
]);

/** The installation lacks a permission for this call, so calling again changes nothing. */
const noRight: ReadonlySet<string> = new Set([
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'team_access_not_granted',
]);

/**
 * Whether Slack's answer is final: what was asked about doesn't exist, or the plan or the installation
 * doesn't allow the call.
 */
export function isFinal(cause: unknown): boolean {
  const code = codeOf(cause);
  return code !== undefined && (noRight.has(code) || !recoverable.has(code));
}

/** Temporary: the same call can succeed a moment later. */
export const temporary: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'update_failed',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
  'rate_limited',
  'team_added_to_org',
  'external_channel_migrating',
]);

/** Temporary, or until someone fixes the workspace or the installation. Every other refusal is final. */
export const recoverable: ReadonlySet<string> = new Set([
  ...temporary,
  'org_login_required',
  'access_denied',
  'account_inactive',
  'ekm_access_denied',
  'invalid_auth',
  'message_limit_exceeded',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'team_access_not_granted',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
]);
