/** Public addresses of files in Slack: signed, so that nobody can forge one, and valid for some days. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Ending, Media } from './media.ts';

/** Their path below the public address. */
export const filesPath = '/files';

const dayMs = 86_400_000;
const shape = /^\/files\/([A-Z0-9]{1,40})\/([A-Z0-9]{1,40})\/(\d{1,6})\/([\w-]{43})\.(png|jpg|gif|mp4)$/;

/** What an address is for. */
export interface Addressed {
  workspace: string;
  file: string;
  ending: Ending;
}

export type FileAddresses = ReturnType<typeof createFileAddresses>;

/** `secrets`: the first one signs, and all of them are accepted. `days`: how long an address is valid. */
export function createFileAddresses(
  publicUrl: string,
  secrets: readonly (string | Buffer)[],
  days: number,
  now: () => number,
) {
  // A separate key, so that our other signatures aren't valid here, nor these anywhere else.
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'presscheck files', 32)));
  const signed = (key: Buffer, parts: readonly string[]): Buffer =>
    createHmac('sha256', key).update(parts.join('/')).digest();
  return {
    /** Returns the same address all day for the same file. */
    sign(workspace: string, { id, ending }: Media): string {
      const [key] = keys;
      if (!key) throw new TypeError("there's no key to sign with");
      const until = String(Math.ceil(now() / dayMs) + days);
      const signature = signed(key, [workspace, id, until, ending]).toString('base64url');
      return new URL(`${filesPath}/${workspace}/${id}/${until}/${signature}.${ending}`, publicUrl).href;
    },
    /** What the path is for, if we signed it. */
    read(path: string): Addressed | 'forged' | 'expired' {
      const [, workspace = '', file = '', until = '', signature = '', ending] = shape.exec(path) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const parts = [workspace, file, until, ending ?? ''];
      const genuine = keys.some((key) => {
        const expected = signed(key, parts);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!genuine) return 'forged';
      if (Number(until) * dayMs < now()) return 'expired';
      return { workspace, file, ending: ending as Ending };
    },
  };
}
