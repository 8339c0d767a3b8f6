import type { SeedBrand } from '#sandbox/service/seed/seed.ts';

export const harborYoga: SeedBrand = {
  id: 'brand-harbor',
  name: 'Harbor Yoga',
  profiles: [
    { id: 'harbor-instagram', provider: 'instagram', name: 'harbor.yoga' },
    { id: 'harbor-facebook', provider: 'facebook', name: 'Harbor Yoga Studio' },
    { id: 'harbor-pinterest', provider: 'pinterest', name: 'harboryoga' },
  ],
  libraries: [
    {
      id: 'harbor-hashtags-studio',
      name: 'Studio life',
      hashtags: ['#HarborYoga', '#YogaByTheSea', '#MoveGently', '#BreatheOut'],
    },
  ],
  designs: [
    { id: 'harbor-design-schedule', name: 'Weekly schedule' },
    { id: 'harbor-design-quote', name: 'Quiet quote' },
  ],
  workflows: [{ id: 'harbor-newsletter', name: 'Turn the newsletter into posts', on: false }],
  posts: [
    {
      id: 'harbor-sunrise',
      caption:
        'Sunrise on the pier, mats on the planks, gulls for company. Thirty of you came before work on Tuesday. Same time next week?\n\n#YogaByTheSea',
      inDays: -6,
      profiles: ['harbor-instagram', 'harbor-facebook'],
      picture: 'sunrise on the pier',
    },
    {
      id: 'harbor-beginners',
      caption:
        'You do not have to be flexible to begin. You become flexible because you began. The four-week beginners course starts on the first Monday of the month.',
      inDays: 3,
      profiles: ['harbor-instagram', 'harbor-pinterest'],
      picture: 'the first Monday on the mat',
    },
    {
      id: 'harbor-teachers',
      caption: 'Meet Ines: she taught physics for nine years before she taught handstands.',
    },
  ],
};
