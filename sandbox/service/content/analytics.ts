import { spellProvider } from '#sandbox/service/answers/spelling.ts';
import { createRandom } from '#sandbox/service/content/random.ts';
import type { Post, SocialProfile } from '#sandbox/service/model.ts';
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

/** Plausible numbers that grow slowly, dip on weekends, and are always the same for the same day. */
export function analyticsRows(profiles: SocialProfile[], now: number, variants: Variants): AnalyticsRow[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: days }, (_, index) => today - days + index).flatMap((day) =>
    profiles.map((profile) => describeDay(profile, day, variants)),
  );
}

function describeDay(profile: SocialProfile, day: number, variants: Variants): AnalyticsRow {
  const size = createRandom(profile.id).between(900, 14_000);
  const random = createRandom(`${profile.id} ${day}`);
  const weekend = [0, 6].includes(new Date(day * dayMs).getUTCDay()) ? 0.7 : 1;
  const followers = Math.round(size * (1 + (day % 365) / 2000) + random.between(0, 9));
  const impressions = Math.round(size * weekend * random.between(0.25, 0.6));
  const reach = Math.round(impressions * random.between(0.6, 0.85));
  const engagements = Math.round(reach * random.between(0.02, 0.075));
  return {
    date: new Date(day * dayMs).toISOString().slice(0, 10),
    provider: spellProvider(profile.provider, variants),
    profile: profile.name,
    followers,
    impressions,
    reach,
    engagements,
    clicks: Math.round(engagements * random.between(0.1, 0.35)),
  };
}

export type PostRow = Omit<AnalyticsRow, 'followers'> & { postId: string };

/** A row for each day since a post was published and each of its profiles, with numbers that fall every day. */
export function postRows(
  posts: Post[],
  profiles: SocialProfile[],
  now: number,
  variants: Variants,
): PostRow[] {
  const today = Math.floor(now / dayMs);
  return posts.flatMap(({ id, publishedAt, socialProfileIds }) => {
    if (publishedAt === undefined) return [];
    const first = Math.max(Math.floor(publishedAt / dayMs), today - days);
    const last = Math.min(Math.floor(publishedAt / dayMs) + days, today);
    const ofPost = profiles.filter((profile) => socialProfileIds.includes(profile.id));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index).flatMap((day) =>
      ofPost.map((profile): PostRow => {
        const random = createRandom(`${id} ${profile.id} ${day}`);
        const age = day - Math.floor(publishedAt / dayMs);
        const impressions = Math.round(random.between(400, 1_600) / (1 + age));
        const reach = Math.round(impressions * random.between(0.6, 0.85));
        const engagements = Math.round(reach * random.between(0.02, 0.075));
        return {
          date: new Date(day * dayMs).toISOString().slice(0, 10),
          postId: id,
          provider: spellProvider(profile.provider, variants),
          profile: profile.name,
          impressions,
          reach,
          engagements,
          clicks: Math.round(engagements * random.between(0.1, 0.35)),
        };
      }),
    );
  });
}

/** RFC 4180: a value with a comma or a quote is quoted. */
export function writeCsv(rows: (AnalyticsRow | PostRow)[]): string {
  const [first] = rows;
  const header = first ? Object.keys(first).join(',') : 'date,provider,profile';
  const quote = (value: string | number) =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${[header, ...rows.map((row) => Object.values(row).map(quote).join(','))].join('\r\n')}\r\n`;
}
