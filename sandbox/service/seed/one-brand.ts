import type { Seed } from '#sandbox/service/seed/seed.ts';

/** The smallest account: one brand with two profiles, one library, one design, one workflow and no post. */
export const oneBrandSeed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    {
      id: 'brand-1',
      name: 'Northwind Coffee',
      profiles: [
        { id: 'profile-1', provider: 'instagram', name: 'northwind.coffee' },
        { id: 'profile-2', provider: 'linkedin', name: 'Northwind Coffee' },
      ],
      libraries: [{ id: 'library-1', name: 'Coffee', hashtags: ['#SpecialtyCoffee', '#SlowMornings'] }],
      designs: [{ id: 'design-1', name: 'Menu board' }],
      workflows: [{ id: 'workflow-1', name: 'Share new blog articles', on: false }],
    },
  ],
};
