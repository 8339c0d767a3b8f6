import { spellProvider } from '#sandbox/service/answers/spelling.ts';
import { createChance } from '#sandbox/service/content/chance.ts';
import type { SocialProfile } from '#sandbox/service/model.ts';
import type { Variants } from '#sandbox/service/variants.ts';

const dayMs = 86_400_000;
const days = 30;

export type AnalyticsRow = {
  date: string;
  provider: string;
  profile: string;
  followers: number;
  impressions: number;
  reach: number;
  engagements: number;
  clicks: number;
};

/** Believable numbers that grow a little, dip at the weekend and never change for the same day. */
export function analyticsRows(profiles: SocialProfile[], now: number, variants: Variants): AnalyticsRow[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: days }, (_, index) => today - days + index).flatMap((day) =>
    profiles.map((profile) => describeDay(profile, day, variants)),
  );
}

function describeDay(profile: SocialProfile, day: number, variants: Variants): AnalyticsRow {
  const size = createChance(profile.id).between(900, 14_000);
  const chance = createChance(`${profile.id} ${day}`);
  const weekend = [0, 6].includes(new Date(day * dayMs).getUTCDay()) ? 0.7 : 1;
  const followers = Math.round(size * (1 + (day % 365) / 2000) + chance.between(0, 9));
  const impressions = Math.round(size * weekend * chance.between(0.25, 0.6));
  const reach = Math.round(impressions * chance.between(0.6, 0.85));
  const engagements = Math.round(reach * chance.between(0.02, 0.075));
  return {
    date: new Date(day * dayMs).toISOString().slice(0, 10),
    provider: spellProvider(profile.provider, variants),
    profile: profile.name,
    followers,
    impressions,
    reach,
    engagements,
    clicks: Math.round(engagements * chance.between(0.1, 0.35)),
  };
}

/** RFC 4180: a value with a comma or a quote is quoted. */
export function writeCsv(rows: AnalyticsRow[]): string {
  const header = 'date,provider,profile,followers,impressions,reach,engagements,clicks';
  const quote = (value: string | number) =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${[header, ...rows.map((row) => Object.values(row).map(quote).join(','))].join('\r\n')}\r\n`;
}
