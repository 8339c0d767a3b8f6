/**
 * Draws how a post will look on its networks, and shares the picture in the card's thread, once for each
 * content.
 */

import { again, done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { type OutgoingFile, SharingFailed } from '#src/platform/slack/uploader.ts';
import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { parentOf } from '#src/posts/card/versions.ts';
import type { JobDeps } from '#src/posts/ports.ts';
import type { SendDeps } from '#src/posts/send-file.ts';
import { noChannel, openOnce, shareOnce } from '#src/posts/share-once.ts';
import {
  nothingToPreview,
  previewAside,
  previewBelow,
  previewFailed,
  previewPerhaps,
  previewThere,
  previewTitle,
  previewUnshared,
} from '#views/preview/texts.ts';
import { type PreviewCard, previewCardJob } from './jobs.ts';
import type { RenderPreview } from './types.ts';

/** How soon to try again while other previews are being drawn. Other jobs can use the queue until then. */
const busyMs = 1_000;

interface Deps extends JobDeps, SendDeps {
  renderPreview: RenderPreview;
}

export const previewCardHandler = handlerOf(previewCardJob, runPreview, (deps: Deps, payload, cause) =>
  tell(deps, payload, cause instanceof SharingFailed ? previewUnshared : previewFailed),
);

async function runPreview(deps: Deps, payload: PreviewCard): Promise<Outcome> {
  const card = await deps.desk.get(payload.workspace, payload.card);
  if (!card) return done;
  const operation = operationOf(card);
  const shared = await deps.ledger.read(payload.workspace, operation);
  if (shared) {
    await (shared.answer ? tell(deps, payload, previewThere) : doubt(deps, payload, operation));
    return done;
  }
  const picture = await deps.renderPreview(card);
  if (picture === 'busy') return again(busyMs);
  if (!picture) {
    await tell(deps, payload, nothingToPreview);
    return done;
  }
  deps.log.info({ card: card.id, cpuMs: Math.round(picture.cpuMs) }, 'rendered a preview');
  const file = {
    name: 'preview.png',
    title: previewTitle(card.brand.name),
    bytes: picture.png,
    alt: picture.alt,
  };
  try {
    await shareOrSend(deps, payload, card, file, operation);
    // the next click draws a new picture
    if (picture.tryAgain) await deps.ledger.forget(payload.workspace, operation);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    deps.log.warn({ err: cause, card: card.id }, "couldn't share a preview");
    await tell(deps, payload, `${cause.message} ${cause.hint}`);
  }
  return done;
}

/** The operation for the card's current content, below the message that shows it now. */
function operationOf(card: Card): string {
  const message = card.message?.ts.replace('.', '-') ?? 'none';
  return `preview.${card.id}.${message}-${contentHash(card)}`;
}

/**
 * Nobody knows whether the picture was shared. A second one does no harm: a person who misses the first can
 * press again.
 */
async function doubt(deps: Deps, payload: PreviewCard, operation: string): Promise<void> {
  await deps.ledger.forget(payload.workspace, operation);
  await tell(deps, payload, previewPerhaps);
}

/**
 * Shares in the thread, where everyone who decides can see it, or in a direct message if the bot can't share
 * there.
 */
async function shareOrSend(
  deps: Deps,
  payload: PreviewCard,
  card: Card,
  file: OutgoingFile,
  operation: string,
): Promise<void> {
  const { workspace, by } = payload;
  const about = aboutCard(card);
  const parentId = parentOf(card);
  const parent = parentId ? await deps.desk.get(workspace, parentId) : undefined;
  // a card in a thread has no thread of its own
  const root = parent?.message ?? card.message;
  if (root) {
    const where = { channel: root.channel, thread: root.ts, says: previewBelow };
    const shared = await shareOnce(deps, workspace, [file], where, operation, about);
    if (shared === 'unknown') await doubt(deps, payload, operation);
    if (shared !== 'channel_gone') return;
  }
  // an earlier attempt may have shared it; the next click shares another one
  const aside = `${operation}-${by}`;
  if (await deps.ledger.read(workspace, aside)) return doubt(deps, payload, aside);
  const open = () => deps.personNotifier.direct(by, { text: previewAside });
  const { channel } = await openOnce(deps, workspace, aside, open);
  const shared = await shareOnce(deps, workspace, [file], { channel, says: previewBelow }, aside, about);
  if (shared === 'channel_gone') throw noChannel();
  await (shared === 'unknown' ? doubt(deps, payload, aside) : deps.ledger.forget(workspace, aside));
}

const tell = (deps: Deps, { channel, by }: PreviewCard, text: string): Promise<void> =>
  deps.personNotifier.tell({ channel, user: by }, { text });
