/** A post index that keeps nothing: every question is a read of the service. */
import type { Service } from '#src/service/service.ts';
import type { PostIndex } from './ports.ts';

/** `now`: epoch ms. */
export function createDirectIndex(service: Pick<Service, 'post' | 'posts'>, now: () => number): PostIndex {
  return {
    async post({ brand, postId }) {
      const readAt = now();
      const post =
        postId === undefined ? undefined : await service.post(brand.id, postId, { priority: 'operation' });
      return { post, readAt };
    },
    async all({ brand }) {
      const readAt = now();
      return { posts: await service.posts(brand, { priority: 'check' }), readAt, complete: true };
    },
    async known({ brand }) {
      const readAt = now();
      return { posts: await service.posts(brand, { priority: 'interactive' }), readAt, complete: true };
    },
    async refresh() {},
    async baseline({ brand }) {
      return (await service.posts(brand, { priority: 'operation' })).map(({ id }) => id);
    },
  };
}
