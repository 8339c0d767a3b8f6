import type { App } from '@slack/bolt';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { onlyAdministratorsCan } from '#views/kit/command-refusals.ts';
import type { Read, Submitted } from '#views/kit/parse.ts';
import type { Deps, SharedDeps } from './command.ts';
import { type Form, type FormAnswer, keepOpen, onForm } from './form.ts';

export async function isAdministrator(deps: Deps, user: string): Promise<boolean> {
  return (await deps.users.roleOf(user)) === 'administrator';
}

/** Whether they can change what only admins can change, and otherwise whom they can ask. */
export async function mayAdminister(
  deps: Deps,
  user: string,
): Promise<{ mayChange: boolean; admins: readonly Named[] }> {
  const mayChange = await isAdministrator(deps, user);
  return { mayChange, admins: mayChange ? [] : await deps.users.admins() };
}

/**
 * Throws a `Refusal` if they aren't an admin, and notes it. `permission`: what they tried to do, for the
 * audit trail and for the refusal, and for the audit trail where.
 */
export async function onlyAdministrators(
  deps: Deps,
  by: string,
  via: 'command' | 'click' | 'submission',
  { note, may, channel }: { note: string; may: string; channel?: string },
): Promise<void> {
  if (await isAdministrator(deps, by)) return;
  await deps.audit.noteRefused(deps.workspace, { by, via, channel, note });
  // Slack waits three seconds for the answer to a form, of which looking up the admins may have used some
  throw new Refusal(...onlyAdministratorsCan(may, via === 'submission' ? [] : await deps.users.admins()));
}

interface AdministratorsForm<T> {
  id: string;
  /** What the permission is for, in the audit trail and for people who don't have it. */
  permission: { note: string; may: string };
  read(view: Submitted): Read<T>;
}

/**
 * A form that only workspace admins can submit, which is checked before anything else. `handle` gets what was
 * parsed without errors.
 */
export function onAdministratorsForm<T>(
  app: App,
  shared: SharedDeps,
  { id, permission, read }: AdministratorsForm<T>,
  handle: (submission: Form & { deps: Deps; value: T }) => Promise<FormAnswer>,
): void {
  onForm(app, shared, id, async (form, deps) => {
    await onlyAdministrators(deps, form.by, 'submission', permission);
    const entered = read(form.view);
    return 'errors' in entered ? keepOpen(entered.errors) : handle({ ...form, deps, value: entered.value });
  });
}
