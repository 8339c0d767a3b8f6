/**
 * The codes with which Slack's Web API refuses a call, by what they mean here: from the errors that Slack documents
 * for `chat.postMessage`, `chat.postEphemeral`, `chat.update` and `files.completeUploadExternal`.
 */
import { WebAPIPlatformError } from '@slack/web-api';

/** The code of a refusal; `undefined` when the call failed in some other way. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof WebAPIPlatformError ? cause.data.error : undefined;
}

/** Whether Slack refused for one of these reasons. */
export function isRefusal(cause: unknown, codes: ReadonlySet<string>): boolean {
  return codes.has(codeOf(cause) ?? '');
}

/** The bot, or the person who should read it, has no access to this place: there may be another. */
export const noPlace: ReadonlySet<string> = new Set([
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

/** The workspace has no such person. */
export const noPerson: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible']);

/** The message is gone, or cannot be changed anymore. */
export const noMessage: ReadonlySet<string> = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
]);

/** The installation lacks a right to ask this at all: asking again changes nothing. */
const noRight: ReadonlySet<string> = new Set([
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'team_access_not_granted',
]);

/** Whether Slack answered for good: what was asked about doesn't exist, or the plan or the installation doesn't allow the question. */
export function isFinal(cause: unknown): boolean {
  const code = codeOf(cause);
  return code !== undefined && (noRight.has(code) || !passing.has(code));
}

/** What passes by itself: the same call may succeed a moment later. */
export const momentary: ReadonlySet<string> = new Set([
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

/**
 * What passes, by itself or because someone mends the workspace or the installation: the same call may succeed later.
 * Every other refusal is about the message or its place, and for good.
 */
export const passing: ReadonlySet<string> = new Set([
  ...momentary,
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
