import { atlasOutdoor } from '#sandbox/service/seed/atlas-outdoor.ts';
import { harborYoga } from '#sandbox/service/seed/harbor-yoga.ts';
import { northwindCoffee } from '#sandbox/service/seed/northwind-coffee.ts';
import type { Seed } from '#sandbox/service/seed/seed.ts';

/** The demo's data: three small companies with a history of posts. */
export const demoSeed: Seed = {
  user: { id: 'user-robin', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [northwindCoffee, harborYoga, atlasOutdoor],
};
