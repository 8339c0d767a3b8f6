/** Lua scripts: several commands that Redis runs in one step. */
import { createHash } from 'node:crypto';
import type { Redis } from './redis.ts';

type Command = (...values: (string | number)[]) => Promise<unknown>;

/**
 * Keys and arguments have names in a script, such as `KEYS.card`; more arguments begin at `ARGV[MORE]`. All
 * keys have to be on one node.
 */
export function script<Answer, Keys extends string, Args extends string = never>(lua: string) {
  const named = (list: 'KEYS' | 'ARGV'): string[] => [
    ...new Set([...lua.matchAll(new RegExp(`\\b${list}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)),
  ];
  const names = { KEYS: named('KEYS'), ARGV: named('ARGV') };
  const text = lua
    .replaceAll(/\b(KEYS|ARGV)\.(\w+)/g, (_, list: 'KEYS' | 'ARGV', name: string) => {
      return `${list}[${names[list].indexOf(name) + 1}]`;
    })
    .replaceAll(/\bMORE\b/g, String(names.ARGV.length + 1));
  const command = `script-${createHash('sha1').update(text).digest('hex')}`;
  return (
    redis: Redis,
    keys: Record<Keys, string>,
    args: Record<Args, string | number>,
    ...more: (string | number)[]
  ): Promise<Answer> => {
    const known = redis as unknown as Record<string, Command>;
    if (!(command in redis)) redis.defineCommand(command, { numberOfKeys: names.KEYS.length, lua: text });
    const values = [
      ...names.KEYS.map((name) => keys[name as Keys]),
      ...names.ARGV.map((name) => args[name as Args]),
    ];
    return known[command]?.(...values, ...more) as Promise<Answer>;
  };
}
