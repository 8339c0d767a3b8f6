import type { View } from '@slack/types';
import type { Core } from '../core.ts';
import { type Fields, isFields, textOf } from '../json.ts';
import { checkHome, checkModal, tooLarge } from '../limits/check.ts';
import { viewPayload } from '../payloads.ts';
import type { Held } from '../view-stacks.ts';
import { ApiError, type Args, type Methods, refusedFor } from './method.ts';

function checkedView(core: Core, args: Args, check: typeof checkModal): View {
  const { view } = args.all;
  if (!isFields(view)) throw refusedFor('invalid_arguments', ['missing required field: view']);
  if (tooLarge(view)) throw new ApiError('view_too_large');
  const problems = check(view, core.faults.unreachable);
  if (problems.length > 0) throw refusedFor('invalid_arguments', problems);
  return view as unknown as View;
}

/** The person whose trigger this is; the trigger is used up. */
function triggered(core: Core, args: Args): string {
  const exchanged = core.triggers.exchange(args.needed('trigger_id'));
  if ('refusal' in exchanged) throw new ApiError(exchanged.refusal);
  return exchanged.person;
}

function refuseTakenName(core: Core, view: View, except?: Held): void {
  const name = textOf(view.external_id);
  const taken = name ? core.views.findExternal(name) : undefined;
  if (taken && taken !== except) throw new ApiError('duplicate_external_id');
}

function refuseStale(held: Held | undefined, args: Args): void {
  if (args.has('hash') && held?.hash !== args.text('hash')) throw new ApiError('hash_conflict');
}

const answer = (core: Core, held: Held): Fields => ({ view: viewPayload(core, held) });

export const viewMethods: Methods = {
  'views.open': {
    run(core, args) {
      const view = checkedView(core, args, checkModal);
      refuseTakenName(core, view);
      return answer(core, core.views.open(triggered(core, args), view));
    },
  },
  'views.push': {
    run(core, args) {
      const view = checkedView(core, args, checkModal);
      refuseTakenName(core, view);
      const person = triggered(core, args);
      if (core.views.stack(person).length === 0) throw new ApiError('not_found');
      const held = core.views.push(person, view);
      if (!held) throw new ApiError('push_limit_reached');
      return answer(core, held);
    },
  },
  'views.update': {
    run(core, args) {
      const view = checkedView(core, args, checkModal);
      const named = args.text('external_id');
      const held = named ? core.views.findExternal(named) : core.views.find(args.needed('view_id'));
      if (!held) throw new ApiError('not_found');
      refuseStale(held, args);
      refuseTakenName(core, view, held);
      return answer(core, core.views.update(held, view));
    },
  },
  'views.publish': {
    run(core, args) {
      if (!core.installed.hasHomeTab) throw new ApiError('not_enabled');
      const person = core.world.person(args.needed('user_id'));
      if (!person || person.bot) throw refusedFor('invalid_arguments', ['invalid `user_id`']);
      const view = checkedView(core, args, checkHome);
      refuseStale(core.views.home(person.id), args);
      return answer(core, core.views.publish(person.id, view));
    },
  },
};
