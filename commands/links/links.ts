/** Links to posts: what everyone sees below them, and what a person sees who opens one. */
import { z } from 'zod';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, ListInvocation, SharedDeps } from '#commands/kit/command.ts';
import { demandKey, workspaceOf } from '#commands/kit/workspace.ts';
import { shownOrLater, wakeFor } from '#commands/posts/listed-posts.ts';
import { lookAtBrand } from '#commands/posts/look-at-brand.ts';
import { type Found, findLinked, freshForMs, readLinked } from '#src/links/find-linked.ts';
import { unfurlJob } from '#src/links/jobs.ts';
import { messagesIn } from '#src/links/post-address.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { unreadableRequest } from '#views/kit/command-refusals.ts';
import { unescaped } from '#views/kit/text.ts';
import {
  lookingFor,
  noPostThere,
  openedPost,
  openList,
  postGone,
  readPostRef,
  whichLink,
} from '#views/links/open.ts';
import { isAtCard, openAction, type PostRef, postRef } from '#views/links/unfurl.ts';
import { deniedText } from '#views/posts/refusals.ts';

const sharedSchema = z.object({
  channel: z.string().regex(/^[A-Z0-9]+$/),
  user: z.string(),
  message_ts: z.string().regex(/^\d+\.\d+$/),
  links: z.array(z.object({ url: z.string() })),
});

/** Enough for a week of posts of several brands, and far below Slack's limit for attachments. */
const unfurledAtMost = 20;

/**
 * Longer links are skipped: a job that is too large isn't stored, and then no link of the message would be
 * shown.
 */
const longestLinkBytes = 1_400;
const allLinksBytes = 7_000;

export const links: Command = {
  word: openList,
  hint: '<link>',
  about: 'Open a post from its link',
  group: 'see',
  async run(invocation, deps) {
    const open = `${deps.slash('social')} ${openList}`;
    const isAddressed = deps.postAddress !== undefined;
    // Slack puts an address that it recognizes in angle brackets
    const url = invocation.text.replace(/^<([^|>]*)(?:\|[^>]*)?>$/, '$1');
    if (url === '') throw new Refusal(...whichLink(open, isAddressed));
    for (const message of messagesIn(url)) {
      const card = await deps.desk.cardAt(invocation.workspace, message);
      if (card) return show(invocation, deps, { card: card.id });
    }
    const linked = deps.postAddress?.read(url);
    if (!linked) throw new Refusal(...noPostThere(isAddressed));
    return show(invocation, deps, linked);
  },
  async rerender(invocation, deps, { of, completes, isFollowed }) {
    const ref = readPostRef(of);
    if (!ref) throw new Refusal(...unreadableRequest);
    await show(invocation, deps, ref, { completes, isFollowed });
  },
  listen(app, shared) {
    app.event('link_shared', async ({ event, body, context }) => {
      // a link in a message that is still being written has no channel yet, and Slack reports it again once
      // it's sent
      const { data } = sharedSchema.safeParse(event);
      if (!data) return;
      const { channel, user: by, message_ts: ts } = data;
      const found = linksIn(shared, data.links);
      if (found.length === 0) return;
      const isShared = body.is_ext_shared_channel === true;
      const workspace = workspaceOf(context);
      const at = shared.now();
      await shared.jobs.enqueue(unfurlJob, { workspace, channel, ts, by, isShared, links: found, at });
    });
    onButton(app, shared, { action_id: openAction, acksFirst: true }, async (pressed, deps) => {
      const { answerTo: _, team, ...interaction } = pressed;
      const ref = readPostRef(interaction.value);
      if (!ref) throw new Refusal(...unreadableRequest);
      // everyone can see the unfurl, so this answers below it
      await show({ ...interaction, answer: interaction.answerPrivately }, deps, ref, { team });
    });
  },
};

function linksIn({ postAddress }: SharedDeps, shared: readonly { url: string }[]) {
  const found = new Map(
    shared.flatMap(({ url }) => {
      const linked = postAddress?.read(unescaped(url));
      if (!linked) return [];
      const link = { url, ...linked };
      return bytesOf(link) <= longestLinkBytes ? [[linked.post, link] as const] : [];
    }),
  );
  let bytes = 0;
  return [...found.values()].slice(0, unfurledAtMost).filter((link) => {
    bytes += bytesOf(link);
    return bytes <= allLinksBytes;
  });
}

const bytesOf = (link: object): number => Buffer.byteLength(JSON.stringify(link));

interface Showing {
  team?: string | undefined;
  /** When the post was first looked for (epoch ms), if the listing has been read since. */
  completes?: number | undefined;
  /** The post is in progress, and is shown again once it's done. */
  isFollowed?: boolean | undefined;
}

async function show(
  invocation: ListInvocation,
  deps: Deps,
  ref: PostRef,
  { team, completes, isFollowed }: Showing = {},
): Promise<void> {
  const found = await postOf(invocation, deps, ref, completes);
  if (found === 'later') return;
  const { card, readAt } = found;
  const { by, channel } = invocation;
  const { id: brand } = card.brand;
  const { role, permissionsOf, reviewOf, options } = await lookAtBrand(deps, brand, by, team);
  const permissions = permissionsOf(card);
  // external users see the cards of the channels that they share, and nothing else
  if (role === 'outsider' && permissions.size === 0 && card.author !== by && !isAtCard(card, channel))
    throw new Refusal(deniedText({ why: 'outsider' }, card.brand.name), '');
  await invocation.answer(
    openedPost(card, {
      ...options,
      readAt,
      permissions,
      review: reviewOf(card),
      notAttached: notAttached(card, deps.postFiles),
      isFollowed,
      address: card.postId && deps.postAddress?.write({ post: card.postId, brand }),
    }),
  );
}

/**
 * `later`: the person was told that the bot is looking for the post. Throws a `Refusal` if there's no such
 * post.
 */
async function postOf(
  invocation: ListInvocation,
  deps: Deps,
  ref: PostRef,
  completes: number | undefined,
): Promise<Found | 'later'> {
  const { workspace, by, channel } = invocation;
  const isAddressed = deps.postAddress !== undefined;
  const card = ref.card === undefined ? undefined : await deps.desk.get(workspace, ref.card);
  if (card) return { card };
  const outside = ref.card === undefined ? undefined : await deps.desk.outsidePost(workspace, ref.card);
  const { post = outside?.postId, brand } = ref;
  if (post === undefined) throw new Refusal(...postGone);
  const linked = { post, brand };
  const origin = { workspace, author: by, channel };
  const find = () => shownOrLater(() => findLinked(deps, origin, linked));
  const found = await find();
  if (found) return found;
  if (outside) return { card: outside };
  // it's gone, or it can't be shown later
  if (ref.card !== undefined || !invocation.answerTo) throw new Refusal(...postGone);
  demandKey(deps);
  const now = completes ?? deps.now();
  const of = postRef(linked);
  const wake = wakeFor(invocation, { list: openList, of, page: 0 }, now);
  const read = () => readLinked(deps, workspace, linked, undefined, { asOf: now - freshForMs, wake });
  const isRead = await shownOrLater(() => read().then(() => true));
  if (!isRead) {
    // the reader queues this again, but the person gets the message only once
    if (completes === undefined) await invocation.answer(lookingFor(invocation.answerTo.isAnswer === true));
    return 'later';
  }
  const later = await find();
  if (!later) throw new Refusal(...noPostThere(isAddressed));
  return later;
}
