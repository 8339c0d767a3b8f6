/**
 * The time of a post, in the one form that is stored: `2026-11-29T08:30:00Z`. Other forms occur, too, so
 * compare with these functions instead of as strings.
 */
import { z } from 'zod';

const kept = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * `at`: ISO 8601 with `Z` or an offset, or epoch ms. Fractions of a second are cut off. Throws a `RangeError`
 * if it isn't a time.
 */
export function postTime(at: string | number): string {
  if (typeof at === 'string' && kept.test(at)) return at;
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** The time in seconds, for hashes. */
export const epochSeconds = (at: string): number => Math.floor(Date.parse(at) / 1_000);

/** Parses every form, including those that earlier releases stored. */
export const postTimeSchema = z.codec(z.iso.datetime({ offset: true }), z.iso.datetime(), {
  decode: postTime,
  encode: (at) => at,
});

type Time = string | null | undefined;

/** Whether both are the same second; `null` and `undefined` are each only the same as themselves. */
export const sameTime = (one: Time, other: Time): boolean =>
  typeof one === 'string' && typeof other === 'string' ? postTime(one) === postTime(other) : one === other;

/** For sorting: the earliest first, and posts without a time before all others. */
export const byPostTime = (one: string | undefined, other: string | undefined): number =>
  (one === undefined ? 0 : Date.parse(one)) - (other === undefined ? 0 : Date.parse(other));
