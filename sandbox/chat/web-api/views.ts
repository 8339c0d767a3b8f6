import type { View } from '@slack/types';
import type { Core } from '../core.ts';
import { type Fields, isFields, textOf } from '../json.ts';
import { checkHome, checkModal, tooLarge } from '../limits/check.ts';
import { viewPayload } from '../payloads.ts';
import type { StoredView } from '../view-stacks.ts';
import { ApiError, type Args, invalidArguments, type Methods } from './method.ts';

function checkedView(core: Core, args: Args, check: typeof checkModal): View {
  const { view } = args.all;
  if (!isFields(view)) throw invalidArguments('invalid_arguments', ['missing required field: view']);
  if (tooLarge(view)) throw new ApiError('view_too_large');
  const problems = check(view, core.faults.unreachable);
  if (problems.length > 0) throw invalidArguments('invalid_arguments', problems);
  return view as unknown as View;
}

/** The user of this trigger ID, which is used up. */
function userOfTrigger(core: Core, args: Args): string {
  const exchanged = core.triggers.exchange(args.required('trigger_id'));
  if ('refusal' in exchanged) throw new ApiError(exchanged.refusal);
  return exchanged.user;
}

function refuseTakenName(core: Core, view: View, except?: StoredView): void {
  const name = textOf(view.external_id);
  const taken = name ? core.views.findExternal(name) : undefined;
  if (taken && taken !== except) throw new ApiError('duplicate_external_id');
}

function refuseStale(stored: StoredView | undefined, args: Args): void {
  if (args.has('hash') && stored?.hash !== args.text('hash')) throw new ApiError('hash_conflict');
}

const answer = (core: Core, stored: StoredView): Fields => ({ view: viewPayload(core, stored) });

export const viewMethods: Methods = {
  'views.open': {
    run(core, args) {
      const view = checkedView(core, args, checkModal);
      refuseTakenName(core, view);
      return answer(core, core.views.open(userOfTrigger(core, args), view));
    },
  },
  'views.push': {
    run(core, args) {
      const view = checkedView(core, args, checkModal);
      refuseTakenName(core, view);
      const user = userOfTrigger(core, args);
      if (core.views.stack(user).length === 0) throw new ApiError('not_found');
      const stored = core.views.push(user, view);
      if (!stored) throw new ApiError('push_limit_reached');
      return answer(core, stored);
    },
  },
  'views.update': {
    run(core, args) {
      const view = checkedView(core, args, checkModal);
      const named = args.text('external_id');
      const stored = named ? core.views.findExternal(named) : core.views.find(args.required('view_id'));
      if (!stored) throw new ApiError('not_found');
      refuseStale(stored, args);
      refuseTakenName(core, view, stored);
      return answer(core, core.views.update(stored, view));
    },
  },
  'views.publish': {
    run(core, args) {
      if (!core.installed.hasHomeTab) throw new ApiError('not_enabled');
      const user = core.world.user(args.required('user_id'));
      if (!user || user.bot) throw invalidArguments('invalid_arguments', ['invalid `user_id`']);
      const view = checkedView(core, args, checkHome);
      refuseStale(core.views.home(user.id), args);
      return answer(core, core.views.publish(user.id, view));
    },
  },
};
