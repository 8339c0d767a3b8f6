import { byFirstWord, byName, type Fit, firstIn, wholeName } from '#commands/catalog/brand-in-text.ts';
import { brandsListed, brandsOnRecord } from '#commands/catalog/brands-on-record.ts';
import { afterwards } from '#commands/kit/afterwards.ts';
import type { Command, Deps, Invocation } from '#commands/kit/command.ts';
import { channelOfBrand } from '#commands/settings/brand-settings.ts';
import { pauseJob } from '#src/pause/jobs.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { longestNote } from '#src/posts/card/audit.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { clip } from '#views/kit/limits.ts';
import { pausing } from '#views/pause/pause.ts';
import { pauseUsage, whatToPause } from '#views/pause/refusals.ts';
import { onlyWhoCanPause } from './permission.ts';

const word = 'pause';
const askedForMs = 2_000;

export const pause: Command = {
  word,
  aliases: ['freeze'],
  hint: '<brand|all> <reason>',
  about: 'In a crisis, pause publishing for a brand and unschedule its posts',
  group: 'set',
  example: '<brand> We’re looking into a complaint',
  changes: true,
  only: 'approver',
  keyless: true,
  acksWhenRecorded: true,

  async run(invocation, deps) {
    const { workspace, by } = invocation;
    const { brand, reason: given } = await parse(deps, invocation.text);
    const reason = clip(given, longestNote);
    await onlyWhoCanPause(deps, invocation, brand, word);
    const at = isoNow(deps);
    const channel = await channelFor(deps, invocation, brand);
    const pause = { brand, by, at, reason, channel, checksRequested: 1, checksDone: 0 };
    const entry = {
      at,
      by,
      what: 'froze',
      channel: invocation.channel,
      via: 'command',
      note: reason,
    } as const;
    const result = brand ? 'one brand' : 'all brands';
    const active = await deps.pauses.begin(workspace, pause, { ...entry, brand, result });
    deps.audit.soon(workspace);
    // the pause is recorded, so nothing failed for the person: the next sweep queues what can't be queued now
    const later = "couldn't queue the jobs of a pause; the next sweep will";
    await afterwards(deps, later, () => deps.jobs.enqueue(pauseJob, { workspace, scope: scopeOf(brand) }));
    await afterwards(deps, later, () => deps.desk.rerender(workspace, brand?.id));
    await invocation.answer(
      pausing(active, invocation.channel, reason, given === reason ? undefined : longestNote),
    );
    deps.homes.soon(workspace);
  },
};

/**
 * The channel that gets the pause report: the one with the brand's cards. A pause of all brands is reported
 * in the channel where it was requested.
 */
async function channelFor(
  deps: Deps,
  { workspace, channel }: Invocation,
  brand: Named | undefined,
): Promise<string> {
  if (!brand) return channel;
  const approvers = await deps.approversReader.of(workspace, brand.id);
  return channelOfBrand(deps, workspace, { brand: brand.id, approvers, otherwise: channel });
}

/** The brand with which the text begins (none for `all`), and the reason after it. */
async function parse(deps: Deps, typed: string): Promise<{ brand: Named | undefined; reason: string }> {
  const usage = pauseUsage(`${deps.slash('social')} ${word}`);
  const text = typed.trim();
  if (text === '') throw new Refusal(whatToPause.nothing, usage);
  const isAll = /^all(\s|$)/i.test(text);
  // a crisis doesn't wait for the service, which is asked only about a brand that isn't known here
  const listed = await brandsListed(deps);
  if (isAll && !wholeName(listed, text)) return { brand: undefined, reason: reasonIn(text.slice(3), usage) };
  let [fit, rest] = byName(listed, text);
  if (fit.length === 0) [fit, rest] = await notListed(deps, text, usage);
  if (fit.length === 1) return { brand: fit[0], reason: reasonIn(rest, usage) };
  throw new Refusal(whatToPause.several(namesOf(fit)), usage);
}

const namesOf = (brands: Named[]): string[] => brands.map(({ name }) => name);

/**
 * Asks the service for the brand. While the service is down, the cached list might be older than the brand.
 */
async function notListed(deps: Deps, text: string, usage: string): Promise<Fit> {
  const recorded = await brandsOnRecord(deps);
  const whole = wholeName(recorded, text);
  if (whole) return whole;
  const typed = firstIn(text).name;
  let fresh: Named[];
  try {
    fresh = await deps.lookups.brands({ priority: 'interactive', timeoutMs: askedForMs });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const fit = byFirstWord(recorded, text);
    if (fit[0].length > 0) return fit;
    throw new Refusal(whatToPause.notKnown(typed, cause.message), usage);
  }
  const fit = byName(fresh, text);
  if (fit[0].length === 0) throw new Refusal(whatToPause.noBrand(typed, namesOf(fresh)), usage);
  return fit;
}

function reasonIn(text: string, usage: string): string {
  const reason = text.trim();
  if (reason === '') throw new Refusal(whatToPause.noReason, usage);
  return reason;
}
