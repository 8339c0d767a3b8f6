import { answerCreated, answerUpdated } from '#sandbox/service/answers/ids.ts';
import { answerList, readWindow } from '#sandbox/service/answers/lists.ts';
import { describePost } from '#sandbox/service/answers/posts.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import { needBrand, needPost } from '#sandbox/service/posts/checks.ts';
import { createPost, updatePost } from '#sandbox/service/posts/posts.ts';
import { listQueryFor } from '#sandbox/service/routes/list-query.ts';
import { brandQuery, createPostBody, updatePostBody } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** `POST /post`, `PATCH /post/{postId}`, `GET /post` and, where it is on, `GET /post/{postId}`. */
export function postRoutes(world: World): Route[] {
  const { store, variants } = world;
  const create = defineRoute({
    method: 'POST',
    path: '/post',
    about: 'Creates a draft or a scheduled post.',
    success: { status: 201, about: 'Created' },
    query: brandQuery,
    body: createPostBody,
    handle({ query, body }) {
      const post = createPost(world, needBrand(world, query.brandId).id, body);
      return { status: 201, body: answerCreated(post.id, {}, variants) };
    },
  });
  const update = defineRoute({
    method: 'PATCH',
    path: '/post/{postId}',
    about: 'Updates an existing post, or publishes it.',
    success: { status: 200, about: 'The ID of the updated post' },
    body: updatePostBody,
    handle({ params, body }) {
      const post = updatePost(world, params.postId ?? '', body);
      return { status: 200, body: answerUpdated(post.id, variants) };
    },
  });
  const list = defineRoute({
    method: 'GET',
    path: '/post',
    about: 'The posts of a brand.',
    success: { status: 200, about: 'Success' },
    query: listQueryFor(world),
    handle({ query }) {
      const { id } = needBrand(world, query.brandId);
      const window = readWindow(query, world);
      const { page, count } = store.listed();
      const records = page({ brandId: id, order: variants.order, ...window }).map((post) =>
        describePost(post, world),
      );
      return answerList('posts', records, count(id), window, world);
    },
  });
  const read = defineRoute({
    method: 'GET',
    path: '/post/{postId}',
    about: 'One post. Not in the contract; public clients use it.',
    success: { status: 200, about: 'Success' },
    handle: ({ params }) => ({
      status: 200,
      body: describePost(needPost(world, params.postId ?? ''), world),
    }),
  });
  return variants.singleRead === 'on' ? [create, update, list, read] : [create, update, list];
}
