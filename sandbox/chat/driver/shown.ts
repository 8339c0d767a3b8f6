import type { Core } from '../core.ts';
import type { Container } from '../protocol.ts';
import { buttonsIn, buttonText } from './find-elements.ts';
import { describeMatch, type Match, matches, waitUntil } from './wait-until.ts';

/** Something with buttons and menus. */
export interface Clickable {
  readonly container: Container;
  readonly blocks: readonly unknown[];
}

/**
 * A live handle to a message, a modal, or the Home tab. Expectations are waited for; if one isn't met in time, the error says
 * what was there instead. Several expectations in one call have to be true at the same moment.
 */
export abstract class Shown implements Clickable {
  protected readonly core: Core;

  constructor(core: Core) {
    this.core = core;
  }

  abstract get container(): Container;
  abstract get blocks(): readonly unknown[];
  /** What a person reads in it. */
  abstract get text(): string;

  /** The texts of its buttons, in order. */
  get buttons(): string[] {
    return buttonsIn(this.blocks).map(buttonText);
  }

  /** Waits until it says all of this. */
  shows(match: Match, ...more: Match[]): Promise<this> {
    const all = [match, ...more];
    const wanted = `text${all.map(describeMatch).join(' and')}`;
    return this.expect(() => all.every((one) => matches(one, this.text)), wanted);
  }

  /** Waits until it doesn't say this. */
  noLongerShows(match: Match): Promise<this> {
    return this.expect(() => !matches(match, this.text), `no text${describeMatch(match)}`);
  }

  /** Waits until it has these buttons, among others. */
  offers(button: string, ...more: string[]): Promise<this> {
    const all = [button, ...more];
    return this.expect(() => all.every((one) => this.buttons.includes(one)), `these buttons: ${listed(all)}`);
  }

  /** Waits until it has these buttons and no others, in this order. */
  offersOnly(buttons: readonly string[]): Promise<this> {
    return this.expect(
      () => listed(this.buttons) === listed(buttons),
      `just these buttons: ${listed(buttons)}`,
    );
  }

  /** Waits until it has no such button. */
  noLongerOffers(button: string): Promise<this> {
    return this.expect(() => !this.buttons.includes(button), `no button ${listed([button])}`);
  }

  /** Waits until this is so. */
  protected expect(isSo: () => boolean, wanted: string): Promise<this> {
    const describeActual = (): string => `${this.text}\nButtons: ${listed(this.buttons)}`;
    return waitUntil(this.core, () => (isSo() ? this : undefined), wanted, describeActual);
  }
}

const listed = (buttons: readonly string[]): string =>
  buttons.map((one) => JSON.stringify(one)).join(', ') || 'none';
