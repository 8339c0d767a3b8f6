import { networkTyped } from '#src/cards/networks.ts';
import { Refusal } from '#src/cards/refusal.ts';
import { linkSchema } from '#src/cards/request.ts';
import { noLink, noNetwork } from '#views/command-refusals.ts';
import { type Connecting, connectLink, connectModal, networkNames, openAction } from '#views/connect.ts';
import { slack } from '#views/limits.ts';
import { contextOf } from '#views/read.ts';
import { escapedWithMarks } from '#views/text.ts';
import type { Command, Deps } from './command.ts';
import { tellAfterwards } from './parts/afterwards.ts';
import { brandGate } from './parts/gate.ts';
import { openModal } from './parts/open-modal.ts';
import { workspaceOf } from './parts/workspace.ts';

export const connect: Command = {
  word: 'connect',
  hint: '[network]',
  about: 'Connect a social profile to a brand',
  group: 'set',
  example: 'instagram',
  changes: true,

  async run(asked, deps) {
    const typed = asked.text.trim();
    if (typed !== '' && !networkTyped(typed)) throw new Refusal(...noNetwork(typed, networkNames()));
    await openModal(deps, connectModal, asked);
  },

  listen(app, shared) {
    app.view(connectModal.id, async ({ ack, body, context, view }) => {
      const read = connectModal.read(view);
      if ('errors' in read) {
        await ack({ response_action: 'errors', errors: read.errors });
        return;
      }
      // a read: whoever gets no answer asks again
      await ack();
      const workspace = workspaceOf(context);
      const deps = await shared.inWorkspace(workspace);
      const { channel } = contextOf(view);
      const { brand, provider } = read.value;
      const by = body.user.id;
      const to = { channel, user: by };
      const refusal = await brandGate(deps, { workspace, channel, by, of: body.user.team_id, brand });
      if (refusal) return tellAfterwards(deps, to, refusal);
      const asking = { by, what: 'asked to connect', brand, channel, via: 'submission' } as const;
      await deps.audit.add(workspace, { ...asking, note: provider });
      await answerLink(deps, to, read.value);
    });
    // Slack opens the address by itself, and tells us so
    app.action(openAction, async ({ ack }) => ack());
  },
};

async function answerLink(
  deps: Deps,
  to: { channel: string; user: string },
  { brand, provider }: Connecting,
): Promise<void> {
  try {
    const connection = await deps.questions.connection(brand.id, provider);
    const { authUrl } = connection;
    if (!linkSchema.safeParse(authUrl).success || authUrl.length > slack.linkUrl)
      throw new Refusal(...noLink);
    const profiles = `${deps.slash('social')} profiles ${brand.name}`;
    await deps.teller.tell(to, connectLink({ brand, provider }, connection, profiles));
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    await tellAfterwards(deps, to, escapedWithMarks(`${cause.message} ${cause.hint}`.trim()));
    return;
  }
  await deps.choices.forget(brand.id, 'profiles');
}
