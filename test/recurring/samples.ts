/** A sample recurring post. */
import { type Series, seriesSchema } from '#src/recurring/series.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
export const instagram = { id: 'profile-1', name: 'Instagram · northwind.coffee' };

/** A series of Ana's: every Monday at 9:00 in UTC. */
export const aSeries = (over: Partial<Series> = {}): Series =>
  seriesSchema.parse({
    id: 'V1',
    brand,
    by: 'U0ANA',
    channel: 'C0SOCIAL',
    caption: 'Coffee of the week',
    mediaUrls: [],
    profiles: [instagram],
    days: [1],
    at: '09:00',
    zone: 'UTC',
    daysAhead: 3,
    from: '2026-01-01',
    createdAt: '2026-01-01T00:00:00Z',
    ...over,
  });
