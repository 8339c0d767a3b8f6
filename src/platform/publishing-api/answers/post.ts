/** A post as `GET /post` lists it (docs/open-facts.md). */

import { utcSeconds } from '#src/platform/publishing-api/datetime.ts';
import {
  asFields,
  type Fields,
  firstOf,
  idOf,
  listOf,
  textOf,
  webAddress,
} from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Post, PostStatus, Profile } from '#src/platform/publishing-api/post.ts';
import { profileReader } from './records.ts';
import type { ReadRow } from './rows.ts';

export function postReader(facts: OpenFacts): ReadRow<Post> {
  const names = facts.postFields;
  return (row, note) => {
    const fields = asFields(row);
    const id = fields && idOf(fields, names.id);
    if (!fields || id === undefined) return undefined;
    const statusWord = textOf(fields, names.status) ?? '';
    // The variation for all networks comes first, so that its caption is the post's.
    const variations = (listOf(fields, names.variations) ?? [])
      .map(asFields)
      .filter((variation) => variation !== undefined)
      .sort((a, b) => Number(isGeneral(b, facts)) - Number(isGeneral(a, facts)));
    return {
      id,
      status: readStatus(statusWord, facts),
      statusWord,
      caption:
        [fields, ...variations].map((it) => captionOf(it, facts)).find((caption) => caption !== '') ?? '',
      mediaUrls:
        [fields, ...variations].map((it) => mediaOf(it, facts, note)).find((it) => it.length > 0) ?? [],
      profiles: profilesOf(fields, facts, note),
      scheduledAt: scheduleOf(fields, facts, note),
      campaignId: idOf(fields, names.campaignId),
    };
  };
}

function readStatus(word: string, facts: OpenFacts): PostStatus {
  const status = word.toUpperCase().replace(/[\s-]+/g, '_');
  return facts.postStatuses[status] ?? 'unknown';
}

function isGeneral(variation: Fields, facts: OpenFacts): boolean {
  return textOf(variation, ['provider'])?.toUpperCase() === facts.postFields.generalVariation.toUpperCase();
}

function captionOf(fields: Fields, facts: OpenFacts): string {
  const caption = firstOf(fields, facts.postFields.caption);
  return typeof caption === 'string' ? caption : '';
}

/** Addresses as strings or as objects with `url`. */
function mediaOf(fields: Fields, facts: OpenFacts, note: (field: string) => void): string[] {
  const { media, mediaUrl } = facts.postFields;
  const urls = (listOf(fields, media) ?? []).map((item) => {
    const inside = asFields(item);
    const url = webAddress(inside ? textOf(inside, mediaUrl) : item);
    if (url === undefined) note('media');
    return url;
  });
  return [...new Set(urls.filter((url) => url !== undefined))];
}

/** `[{ socialProfile: {…} }]`, the profiles themselves, or only their ids. */
function profilesOf(fields: Fields, facts: OpenFacts, note: (field: string) => void): Profile[] | undefined {
  const read = profileReader(facts);
  const rows =
    listOf(fields, facts.postFields.profiles)?.map((row) => innerProfile(row, facts)) ??
    listOf(fields, facts.postFields.profileIds);
  return rows?.flatMap((row) => {
    const profile = read(typeof row === 'string' ? { [facts.recordIds[0] ?? 'id']: row } : row, note);
    if (!profile) note('socialProfiles');
    return profile ?? [];
  });
}

function innerProfile(row: unknown, facts: OpenFacts): unknown {
  const fields = asFields(row);
  return (fields && firstOf(fields, facts.postFields.profile)) ?? row;
}

function scheduleOf(fields: Fields, facts: OpenFacts, note: (field: string) => void): string | undefined {
  const scheduledAt = firstOf(fields, facts.postFields.scheduledAt);
  if (scheduledAt === undefined || scheduledAt === '') return undefined;
  const at =
    typeof scheduledAt === 'string' || typeof scheduledAt === 'number' ? utcSeconds(scheduledAt) : undefined;
  if (at === undefined) note('scheduledAt');
  return at;
}
