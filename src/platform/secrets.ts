/** Seals what must not be read by whoever reads the store: AES-256-GCM, bound to where it stands. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keeps secrets readable only with the keys of the settings. */
export interface Vault {
  /** `place` names what it is and whose; only there it can be opened. */
  seal(text: string, place: string): string;
  /** Throws when it was changed, stands in another place, or was sealed with a key that is not there anymore. */
  open(sealed: string, place: string): string;
  /** False: sealed with an older key than the first one. */
  current(sealed: string): boolean;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The keys of a setting, base64 or base64url, told apart by commas; `undefined`: one of them is not 32 bytes. */
export function readSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((one) => Buffer.from(one.trim(), 'base64'));
  return keys.every((key) => key.length === keyBytes) ? keys : undefined;
}

/** `keys`: the first one seals, all of them open. Throws a `TypeError` without one. */
export function createVault(keys: readonly Buffer[]): Vault {
  const [first] = keys.map((key) => ({ key, id: idOf(key) }));
  if (!first) throw new TypeError('A vault needs a key');
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const prefix = `v1.${first.id}.`;
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${prefix}${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id = '', body = ''] = sealed.split('.');
      const key = byId.get(id);
      if (version !== 'v1' || !key) throw new Error('sealed with a key that SECRETS_KEY does not have');
      const bytes = Buffer.from(body, 'base64url');
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([opened.update(bytes.subarray(nonceBytes, -tagBytes)), opened.final()]).toString();
    },
    current: (sealed) => sealed.startsWith(prefix),
  };
}

/** Tells keys apart; says nothing of a key of 32 random bytes. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('presscheck key').update(key).digest('hex').slice(0, 8);
}
