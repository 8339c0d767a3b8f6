/**
 * Which brand is meant: the named one, the channel's own, the person's default, the channel's last one, or
 * the only one. Otherwise, the person is asked.
 */
import type { App, BlockAction, ButtonAction, StaticSelectAction } from '@slack/bolt';
import { orElse } from '#commands/kit/afterwards.ts';
import type { Command, Deps, Invocation, SharedDeps } from '#commands/kit/command.ts';
import { interactionOf } from '#commands/kit/in-place.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { brandAsked, daysOf, fitsNone, fitsSeveral, whichBrand } from '#views/catalog/which-brand.ts';
import { brandGone, noBrand } from '#views/kit/command-refusals.ts';

type Show = (invocation: Invocation, deps: Deps, brand: Named) => Promise<void>;
/** The brands to search before the service is asked. */
type Known = (deps: Deps) => Promise<Named[]>;

interface How {
  known?: Known;
  /** Splits the text into the brand's name and the days after it, which `show` gets as its text. */
  splitDays?(text: string): [brand: string, days: string];
  /** The refusal for words after a brand that `splitDays` doesn't recognize as days. */
  notDays?(words: string): [message: string, hint: string];
  /**
   * Set if everyone in the channel sees the result right away: without a name, only the channel's own brand
   * or the only brand is meant, and the question includes this text.
   */
  public?: string;
}

/**
 * The `run` and `listen` of `/social <word> [brand]`, which end in `show`. A command that listens for more
 * calls this `listen` in its own.
 */
export function forBrand(
  word: string,
  show: Show,
  { known = knownBrands, splitDays = (text) => [text, ''], notDays, public: why }: How = {},
): Required<Pick<Command, 'run' | 'listen'>> {
  return {
    async run(invocation, deps) {
      const [text, days] = await splitUnlessNamed(invocation.text, deps, { splitDays, known });
      const brand = await brandMeant({ ...invocation, text }, deps, { word, days, why, notDays }, known);
      if (!brand) return;
      await show({ ...invocation, text: days }, deps, brand);
      // everyone saw this brand here, so the channel isn't only for the brand whose cards go to it
      if (why !== undefined && text !== '')
        await deps.lastBrand.set(invocation.workspace, invocation.channel, brand);
    },
    listen(app, shared) {
      onBrandPicked(app, shared, word, show, known);
    },
  };
}

/** Splits off days, unless the whole text is a brand's name: it can end like days, as in “Studio 54”. */
async function splitUnlessNamed(
  typed: string,
  deps: Deps,
  { splitDays, known }: { splitDays: NonNullable<How['splitDays']>; known: Known },
): Promise<[brand: string, days: string]> {
  const [brand, days] = splitDays(typed);
  if (brand === '' || days === '') return [brand, days];
  const isName = ({ name }: Named): boolean => name.toLowerCase() === typed.toLowerCase();
  return (await known(deps)).some(isName) ? [typed, ''] : [brand, days];
}

/** The brand with this id, for buttons that have one. */
export async function brandWithId(deps: Deps, id: string, known: Known = knownBrands): Promise<Named> {
  const find = (brands: Named[]): Named | undefined => brands.find((brand) => brand.id === id);
  const brand = find(await known(deps)) ?? find(await deps.lookups.brands({ priority: 'interactive' }));
  if (!brand) throw new Refusal(...brandGone);
  return brand;
}

/** `undefined` if the person was asked, or told that there's no brand. */
async function brandMeant(
  invocation: Invocation,
  deps: Deps,
  {
    word,
    days,
    why: shared,
    notDays,
  }: { word: string; days: string; why: string | undefined; notDays: How['notDays'] },
  known: Known,
): Promise<Named | undefined> {
  const again = `${deps.slash('social')} ${word}`;
  if (invocation.text !== '') {
    const brands = await known(deps);
    const found = brandsNamed(brands, invocation.text);
    if (found.length === 1) return found[0];
    // the cached list might be older than the brand
    const fresh = await deps.lookups.brands({ priority: 'interactive' }).catch((cause: unknown) => {
      if (found.length === 0) throw cause;
      return brands;
    });
    const [meant, ...others] = brandsNamed(fresh, invocation.text);
    if (meant && others.length === 0) return meant;
    const behind = meant || !notDays ? undefined : wordsBehindBrand(fresh, invocation.text);
    if (behind && notDays) throw new Refusal(...notDays(behind));
    const several = meant ? [meant, ...others] : fresh;
    const wrong = meant ? fitsSeveral(invocation.text) : fitsNone(invocation.text);
    const why = shared === undefined ? wrong : `${wrong} ${shared}`;
    await ask(invocation, word, several, { why, again, days });
    return undefined;
  }
  const brands = await known(deps);
  if (brands.length === 1) return brands[0];
  // if Redis is down, the person is asked, which is better than no answer
  const likely = await orElse<Likely | undefined>(
    deps,
    undefined,
    { problem: "couldn't read a channel's brand" },
    () => likelyBrand(deps, invocation, brands),
  );
  const meant = shared === undefined ? likely?.brand : likely?.ofChannel;
  if (meant) return meant;
  await ask(invocation, word, brands, { again, days, ...(shared !== undefined && { why: shared }) });
  return undefined;
}

/**
 * `past fortnight` in `northwind past fortnight`; `undefined` if the text doesn't begin with the name of
 * exactly one brand.
 */
function wordsBehindBrand(brands: Named[], text: string): string | undefined {
  const words = text.split(/\s+/);
  const ends = [...words.keys()].slice(1).reverse();
  const end = ends.find((at) => brandsNamed(brands, words.slice(0, at).join(' ')).length === 1);
  return end === undefined ? undefined : words.slice(end).join(' ');
}

/**
 * The brand with exactly this name or id. Otherwise, those whose names begin with it, or else those whose
 * names contain it.
 */
export function brandsNamed(brands: Named[], typed: string): Named[] {
  const search = typed.toLowerCase();
  const fits = [
    ({ id, name }: Named) => name.toLowerCase() === search || id === typed,
    ({ name }: Named) => name.toLowerCase().startsWith(search),
    ({ name }: Named) => name.toLowerCase().includes(search),
  ];
  return fits.map((fit) => brands.filter(fit)).find((found) => found.length > 0) ?? [];
}

async function ask(
  invocation: Invocation,
  word: string,
  brands: Named[],
  how: { why?: string; again: string; days: string },
): Promise<void> {
  if (brands.length === 0) throw new Refusal(...noBrand);
  await invocation.answer(whichBrand(word, brands, how));
}

interface Likely {
  /** The only brand, the channel's own, the person's default, or the one that the channel used last. */
  brand: Named | undefined;
  /** It's only the one that the channel used last. */
  usedLast: boolean;
  /**
   * The only brand whose cards go to this channel, according to its rule or else its settings; `undefined` if
   * the channel was last used for another brand.
   */
  ofChannel: Named | undefined;
  settingsOf: Awaited<ReturnType<Deps['teamSettings']['read']>>;
  ruleOf: Awaited<ReturnType<Deps['rules']['read']>>;
}

/** Takes one round trip. `brands`: those that exist, as far as it's known. An empty channel is none. */
export async function likelyBrand(
  deps: Deps,
  { workspace, channel, by }: Pick<Invocation, 'workspace' | 'channel' | 'by'>,
  brands: readonly Named[] | undefined | Promise<readonly Named[] | undefined>,
): Promise<Likely> {
  const [known, own, last, settingsOf, ruleOf] = await Promise.all([
    brands,
    deps.teamSettings.person(workspace, by),
    channel === '' ? undefined : deps.lastBrand.get(workspace, channel),
    deps.teamSettings.read(workspace),
    deps.rules.read(workspace),
  ]);
  const existing = (brand: Named | undefined): Named | undefined =>
    known ? known.find(({ id }) => id === brand?.id) : brand;
  const [only, ...others] = (known ?? []).filter(({ id }) => {
    try {
      return (ruleOf(id)?.channel ?? settingsOf(id).channel) === channel;
    } catch {
      // if another brand's settings can't be read, people learn that when they use that brand
      return false;
    }
  });
  const ofChannel = others.length === 0 && (last === undefined || last.id === only?.id) ? only : undefined;
  const certain = known?.length === 1 ? known[0] : (ofChannel ?? existing(own.brand));
  const brand = certain ?? existing(last);
  return { brand, usedLast: brand !== certain, ofChannel, settingsOf, ruleOf };
}

/** The cached brands, if there are any. Old ones are refreshed in the background. */
async function knownBrands(deps: Deps): Promise<Named[]> {
  const atHand = await deps.catalog.peekBrands();
  return atHand ? deps.catalog.brands() : deps.lookups.brands({ priority: 'interactive' });
}

function onBrandPicked(app: App, shared: SharedDeps, word: string, show: Show, known: Known): void {
  app.action<BlockAction<ButtonAction | StaticSelectAction>>(
    { type: 'block_actions', action_id: brandAsked(word) },
    async (args) => {
      await args.ack();
      const { action } = args;
      const id = action.type === 'button' ? action.value : action.selected_option.value;
      const interaction = { ...interactionOf(args), text: daysOf(action.block_id) };
      const deps = await shared.inWorkspace(interaction.workspace);
      const brand = await brandWithId(deps, id ?? '', known);
      await show(interaction, deps, brand);
      await deps.lastBrand.set(interaction.workspace, interaction.channel, brand);
    },
  );
}
