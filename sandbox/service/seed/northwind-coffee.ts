import type { SeedBrand } from '#sandbox/service/seed/seed.ts';

export const northwindCoffee: SeedBrand = {
  id: 'brand-northwind',
  name: 'Northwind Coffee',
  profiles: [
    { id: 'northwind-instagram', provider: 'instagram', name: 'northwind.coffee' },
    { id: 'northwind-facebook', provider: 'facebook', name: 'Northwind Coffee Roasters' },
    { id: 'northwind-linkedin', provider: 'linkedin', name: 'Northwind Coffee' },
    { id: 'northwind-tiktok', provider: 'tiktok', name: 'northwindcoffee' },
  ],
  libraries: [
    {
      id: 'northwind-hashtags-coffee',
      name: 'Everyday coffee',
      hashtags: ['#NorthwindCoffee', '#SpecialtyCoffee', '#SlowMornings', '#FreshlyRoasted'],
    },
    {
      id: 'northwind-hashtags-seasonal',
      name: 'Seasonal menu',
      hashtags: ['#NorthwindCoffee', '#SeasonalMenu', '#CoffeeSeason'],
    },
  ],
  designs: [
    { id: 'northwind-design-menu', name: 'Menu board' },
    { id: 'northwind-design-bag', name: 'Coffee bag on linen' },
  ],
  workflows: [
    { id: 'northwind-blog', name: 'Share new blog articles', on: true },
    { id: 'northwind-reviews', name: 'Thank people for reviews', on: false },
    // the example in the help of `/social workflow`
    { id: 'spring-newsletter', name: 'Announce the spring newsletter', on: false },
  ],
  posts: [
    {
      id: 'northwind-harvest',
      caption:
        'The new harvest from Huila is in. Red plum, panela and a long, clean finish. We roasted the first batch this morning, and the whole street smelled of it.\n\n#FreshlyRoasted',
      inDays: -9,
      profiles: ['northwind-instagram', 'northwind-facebook'],
      picture: 'Huila harvest in the morning',
    },
    {
      id: 'northwind-latte-art',
      caption:
        'Saturday, 10 am: latte art for beginners at the bar on Mill Street. Six places, all the milk you can spill, and you take home whatever you pour.',
      inDays: -4,
      profiles: ['northwind-instagram', 'northwind-tiktok'],
      picture: 'latte art for beginners',
    },
    {
      id: 'northwind-wholesale',
      caption:
        'Does your office still drink whatever the machine came with? We supply forty teams in town, train whoever makes the coffee, and pick the empty bags up again.',
      inDays: 2,
      profiles: ['northwind-linkedin'],
      picture: 'coffee for forty teams',
    },
    {
      id: 'northwind-cold-brew',
      caption: 'Cold brew is back on tap from Monday. Eighteen hours of patience, served in ten seconds.',
      profiles: ['northwind-instagram'],
    },
  ],
};
