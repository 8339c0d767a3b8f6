import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Deps, Invocation, SharedDeps } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { letsGuestsIn, roleInBrand } from '#commands/posts/authorize.ts';
import { commandOf, runWord } from '#commands/posts/subcommand.ts';
import { canRequestAnywhere, denied } from '#src/posts/card/rule.ts';
import { type HelpReader, helpText } from '#views/help/help.ts';
import { unknownWord } from '#views/help/unknown-word.ts';
import { unescaped } from '#views/kit/text.ts';

export const help: Command = {
  word: 'help',
  about: 'See what you can do here',
  group: 'see',
  keyless: true,
  async run(invocation, deps) {
    await invocation.answer(helpText(offeredHere(deps), await readerOf(invocation, deps), deps.slash));
  },
};

/** Slack waits only three seconds for the acknowledgment. */
const acksWithinMs = 2_000;

export const social: Command = {
  slash: 'social',
  hint: 'help',
  about: 'Everything else: type `help` for a list of commands',
  listen(app, shared) {
    app.command(shared.slash('social'), async ({ command, ack, client, context, respond }) => {
      const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(unescaped(command.text).trim()) ?? [];
      const invoked = commandOf(
        shared.commands,
        first === '' || first === '?' ? 'help' : first.toLowerCase(),
      );
      const invocation: Invocation = {
        workspace: workspaceOf(context),
        channel: command.channel_id,
        by: command.user_id,
        text: rest,
        trigger: command.trigger_id,
        app: command.api_app_id,
        client,
        answerTo: { address: command.response_url, message: command.trigger_id, isAnswer: true },
        async answer(message) {
          await respond({ response_type: 'ephemeral', ...message });
        },
      };
      const acksLater = invoked?.acksWhenRecorded === true;
      if (!acksLater) await ack();
      const run = invoked
        ? runWord(shared, invoked, invocation, undefined)
        : answerUnknown(shared, invocation, first);
      if (acksLater) {
        await Promise.race([run, sleep(acksWithinMs, undefined, { ref: false })]);
        await ack();
      }
      await run;
    });
  },
};

async function answerUnknown(shared: SharedDeps, invocation: Invocation, word: string): Promise<void> {
  const deps = await shared.inWorkspace(invocation.workspace);
  const reader = await readerOf(invocation, deps);
  await invocation.answer(unknownWord(word, offeredHere(deps), reader, deps.slash));
}

const offeredHere = (deps: SharedDeps): Command[] =>
  deps.commands.filter(({ onlyWhere }) => onlyWhere?.(deps) ?? true);

/**
 * The person who asks: their role, and what they can approve. If the service doesn't answer, brands with a
 * rule are named by their ids.
 */
async function readerOf(
  { workspace, by }: Pick<Invocation, 'workspace' | 'by'>,
  deps: Deps,
): Promise<HelpReader> {
  const [role, all, approversOf, own, brands, replies, reactions, links] = await Promise.all([
    deps.users.roleOf(by),
    deps.rules.all(workspace),
    deps.approversReader.read(workspace),
    deps.teamSettings.person(workspace, by),
    brandsOf(deps),
    deps.grantedScopes.has('channels:history', 'groups:history'),
    deps.grantedScopes.has('reactions:read'),
    deps.grantedScopes.has('links:read', 'links:write'),
  ]);
  const deciding = async (id: string, brand?: string) => {
    const approvers = await approversOf(id);
    const why = denied({ approvers, role: await roleInBrand(deps, role, id), by, permission: 'approve' });
    return { ...(brand !== undefined && { brand }), denied: why, own: approvers?.rule.own ?? true };
  };
  const known = brands ?? [...all.brands.keys()].map((id) => ({ id, name: id }));
  const withRule = known.filter(({ id }) => all.brands.has(id));
  const others = !brands || brands.length > withRule.length;
  const any = all.common || all.brands.size > 0;
  return {
    role,
    canRequest: canRequestAnywhere(all, {
      user: by,
      role,
      letsGuestsIn: role === 'guest' && (await letsGuestsIn(deps)),
    }),
    deciding: await Promise.all([
      ...withRule.map(({ id, name }) => deciding(id, name)),
      // no brand has an empty id, so this means the common rule
      ...(any && others ? [deciding('')] : []),
    ]),
    brand: own.brand?.name ?? brands?.[0]?.name,
    keyed: deps.keyed,
    hears: { replies, reactions, links: links && deps.postAddress !== undefined },
  };
}

async function brandsOf({ keyed, catalog, log }: Deps) {
  try {
    return keyed ? await catalog.brands() : undefined;
  } catch (cause) {
    log.debug({ err: cause }, "couldn't read the brands for the help; using made-up names");
    return undefined;
  }
}
