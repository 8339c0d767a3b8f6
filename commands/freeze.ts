import { scopeOf } from '#src/cards/freeze.ts';
import { Refusal } from '#src/cards/refusal.ts';
import type { Named } from '#src/cards/request.ts';
import { freezeJob } from '#src/jobs/asked.ts';
import { freezing } from '#views/freeze.ts';
import type { Command, Deps } from './command.ts';
import { onlyWhoMayFreeze } from './parts/freezing.ts';
import { brandsNamed, knownBrands } from './parts/which-brand.ts';

const word = 'freeze';

export const freeze: Command = {
  word,
  hint: '<brand|all> <reason>',
  about: 'In a crisis: publish nothing more of a brand, and take all that is scheduled off the schedule',
  changes: true,

  async run(asked, deps) {
    const { workspace, channel, by } = asked;
    const { brand, reason } = await wish(deps, asked.text);
    await onlyWhoMayFreeze(deps, asked, brand, word);
    const at = new Date(deps.now()).toISOString();
    const noted = { by, what: 'froze', channel, via: 'command', note: reason } as const;
    await deps.audit.add(workspace, { ...noted, brand, result: brand ? 'one brand' : 'all brands' });
    const wanted = { brand, by, at, reason, channel, rounds: 1, ended: 0 };
    const standing = await deps.freezes.begin(workspace, wanted);
    await deps.jobs.enqueue(freezeJob, { workspace, scope: scopeOf(brand) });
    await asked.answer(freezing(standing));
    await deps.desk.redraw(workspace, brand?.id);
  },
};

/** The brand that the text begins with, none for `all`, and the reason behind it. */
async function wish(deps: Deps, text: string): Promise<{ brand: Named | undefined; reason: string }> {
  const usage = `Type \`${deps.slash('social')} ${word} <brand> <reason>\`, or \`all\` for all brands. Everyone in the channel reads the reason.`;
  if (text.trim() === '') throw new Refusal('Which brand, and why?', usage);
  const [, all] = /^all(?:\s+([\s\S]+))?$/i.exec(text.trim()) ?? [];
  if (/^all(\s|$)/i.test(text.trim())) return { brand: undefined, reason: reasonIn(all, usage) };
  const [brand, rest] = named(await knownBrands(deps), text.trim());
  if (brand.length === 1) return { brand: brand[0], reason: reasonIn(rest, usage) };
  const which = brand.map(({ name }) => name).join(', ');
  throw new Refusal(
    brand.length > 1 ? `That fits several brands: ${which}.` : 'I know no brand that this begins with.',
    usage,
  );
}

function reasonIn(text: string | undefined, usage: string): string {
  const reason = text?.trim() ?? '';
  if (reason === '') throw new Refusal('Say why: whoever is stopped by it reads that.', usage);
  return reason.slice(0, 1_000).toWellFormed();
}

/** A whole name first, the longest; else what the first word fits, as in lists. */
function named(brands: Named[], text: string): [Named[], string] {
  const [, quoted, behind = ''] = /^["“”]([^"“”]+)["“”]\s*([\s\S]*)$/.exec(text) ?? [];
  if (quoted !== undefined) return [brandsNamed(brands, quoted.trim()), behind];
  const begins = (start: string): boolean =>
    text.toLowerCase().startsWith(start.toLowerCase()) && /^(\s|$)/.test(text.slice(start.length));
  const whole = brands
    .flatMap((brand) => [brand.name.trim(), brand.id].map((start) => ({ brand, start })))
    .filter(({ start }) => start !== '' && begins(start))
    .sort((a, b) => b.start.length - a.start.length);
  const [longest] = whole;
  if (longest) {
    const same = whole.filter(({ start }) => start.length === longest.start.length).map(({ brand }) => brand);
    return [same, text.slice(longest.start.length)];
  }
  const [, first = '', rest = ''] = /^(\S+)([\s\S]*)$/.exec(text) ?? [];
  return [brandsNamed(brands, first), rest];
}
