import { createHmac } from 'node:crypto';

/** Slack's request signature: HMAC-SHA256 of `v0:{timestamp}:{raw body}` (docs.slack.dev/authentication/verifying-requests-from-slack). */
export function signature(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}
