import { tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Command, Deps } from '#commands/kit/command.ts';
import { type Form, keepOpen, onForm } from '#commands/kit/form.ts';
import { permissionForBrand } from '#commands/posts/authorize.ts';
import { openModal } from '#commands/posts/open-modal.ts';
import { networkTyped } from '#src/platform/publishing-api/networks.ts';
import { linkSchema } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import {
  type Connecting,
  connectLink,
  connectModal,
  networkNames,
  openAction,
} from '#views/catalog/connect.ts';
import { noLink, noNetwork } from '#views/kit/command-refusals.ts';
import { slack } from '#views/kit/limits.ts';
import { contextOf } from '#views/kit/parse.ts';
import { escapedWithMarks } from '#views/kit/text.ts';

export const connect: Command = {
  word: 'connect',
  hint: '[network]',
  about: 'Connect a social profile to a brand',
  group: 'set',
  example: 'instagram',
  changes: true,

  async run(invocation, deps) {
    const typed = invocation.text.trim();
    if (typed !== '' && !networkTyped(typed)) throw new Refusal(...noNetwork(typed, networkNames()));
    await openModal(deps, connectModal, invocation);
  },

  listen(app, shared) {
    onForm(app, shared, connectModal.id, async (form, deps) => {
      const read = connectModal.read(form.view);
      // only reads, so a person who gets no answer can try again
      return 'errors' in read ? keepOpen(read.errors) : { after: () => connects(deps, form, read.value) };
    });
    // Slack opens the address by itself, and only also sends us the click
    app.action(openAction, async ({ ack }) => ack());
  },
};

async function connects(
  deps: Deps,
  { workspace, by, team, view }: Form,
  connecting: Connecting,
): Promise<void> {
  const { channel } = contextOf(view);
  const { brand, provider } = connecting;
  const to = { channel, user: by };
  const refusal = await permissionForBrand(deps, { workspace, channel, by, team, brand });
  if (refusal) return tellAfterwards(deps, to, refusal);
  const entry = { by, what: 'asked to connect', brand, channel, via: 'submission' } as const;
  await deps.audit.add(workspace, { ...entry, note: provider });
  await answerLink(deps, to, connecting);
}

async function answerLink(
  deps: Deps,
  to: { channel: string; user: string },
  { brand, provider }: Connecting,
): Promise<void> {
  try {
    const connection = await deps.lookups.connection(brand.id, provider);
    const { authUrl } = connection;
    if (!linkSchema.safeParse(authUrl).success || authUrl.length > slack.linkUrl)
      throw new Refusal(...noLink);
    const profiles = `${deps.slash('social')} profiles ${brand.name}`;
    await deps.personNotifier.tell(to, connectLink({ brand, provider }, connection, profiles));
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    await tellAfterwards(deps, to, escapedWithMarks(`${cause.message} ${cause.hint}`.trim()));
    return;
  }
  await deps.catalog.forget(brand.id, 'profiles');
}
