import type { SeedBrand } from '#sandbox/service/seed/seed.ts';

export const atlasOutdoor: SeedBrand = {
  id: 'brand-atlas',
  name: 'Atlas Outdoor',
  profiles: [
    { id: 'atlas-twitter', provider: 'twitter', name: 'atlasoutdoor' },
    { id: 'atlas-instagram', provider: 'instagram', name: 'atlas.outdoor' },
    { id: 'atlas-linkedin', provider: 'linkedin', name: 'Atlas Outdoor Equipment' },
    { id: 'atlas-pinterest', provider: 'pinterest', name: 'atlasoutdoor' },
    { id: 'atlas-tiktok', provider: 'tiktok', name: 'atlasoutdoor' },
  ],
  libraries: [
    {
      id: 'atlas-hashtags-trail',
      name: 'On the trail',
      hashtags: ['#AtlasOutdoor', '#OnTheTrail', '#RepairNotReplace', '#WeekendOutside'],
    },
  ],
  designs: [
    { id: 'atlas-design-product', name: 'Product on granite' },
    { id: 'atlas-design-map', name: 'Route map' },
  ],
  workflows: [{ id: 'atlas-stock', name: 'Announce what is back in stock', on: true }],
  posts: [
    {
      id: 'atlas-repair-day',
      caption:
        'Repair day: 112 jackets, 61 zips, 9 tents and one very old rucksack went home in one piece. Nothing was thrown away.\n\n#RepairNotReplace',
      inDays: -12,
      profiles: ['atlas-twitter', 'atlas-instagram', 'atlas-linkedin'],
      picture: 'repair day in the workshop',
    },
    {
      id: 'atlas-ridge-tent',
      caption:
        'The Ridge 2 weighs 1.4 kg, stands in a storm and goes up in the dark. We know, because that is how we tested it.',
      inDays: 5,
      profiles: ['atlas-twitter', 'atlas-instagram'],
      picture: 'Ridge 2 tent in a storm',
    },
    {
      id: 'atlas-route',
      caption: 'Three easy routes for the first warm weekend, all of them reached by train.',
      profiles: ['atlas-pinterest'],
      picture: 'three easy routes by train',
    },
  ],
};
