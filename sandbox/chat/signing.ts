import { createHmac } from 'node:crypto';

/** Slack's request signature: HMAC-SHA256 of `v0:{timestamp}:{raw body}` (slack-facts §3, "Signing"). */
export function signature(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}
