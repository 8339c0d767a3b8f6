/**
 * Encrypts what people with access to the store must not read: AES-256-GCM, with a context for each secret.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Parses the keys of a setting: base64 or base64url, separated by commas. `undefined` if one of them isn't 32
 * bytes.
 */
export function readSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((one) => Buffer.from(one.trim(), 'base64'));
  return keys.every((key) => key.length === keyBytes) ? keys : undefined;
}

export type Vault = ReturnType<typeof createVault>;

/** `keys`: the first one seals, all of them open. Throws a `TypeError` if there's none. */
export function createVault(keys: readonly Buffer[]) {
  const [first] = keys.map((key) => ({ key, id: idOf(key) }));
  if (!first) throw new TypeError('a vault needs at least one key');
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const prefix = `v1.${first.id}.`;
  return {
    /** `context` says what the secret is and whose. It can only be opened with the same context. */
    seal(text: string, context: string): string {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${prefix}${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    /** Throws if the secret was changed, has another context, or was sealed with a key that's gone. */
    open(sealed: string, context: string): string {
      const [version, id = '', body = ''] = sealed.split('.');
      const key = byId.get(id);
      if (version !== 'v1' || !key) throw new Error("encrypted with a key that isn't in SECRETS_KEY");
      const bytes = Buffer.from(body, 'base64url');
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([opened.update(bytes.subarray(nonceBytes, -tagBytes)), opened.final()]).toString();
    },
    /** False if it was sealed with an older key than the first one. */
    current: (sealed: string): boolean => sealed.startsWith(prefix),
  };
}

/** Identifies a key; reveals nothing about a key of 32 random bytes. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('presscheck key').update(key).digest('hex').slice(0, 8);
}
