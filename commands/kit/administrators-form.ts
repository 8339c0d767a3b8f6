/**
 * A form that only workspace admins can submit. Checks that, and that the form is filled in, before anything
 * else.
 */
import type { App } from '@slack/bolt';
import type { Read, Submitted } from '#views/kit/parse.ts';
import { onlyAdministrators } from './administrators.ts';
import type { Deps, SharedDeps } from './command.ts';
import { type Form, type FormAnswer, keepOpen, onForm } from './form.ts';

interface AdministratorsForm<T> {
  id: string;
  /** What the permission is for, in the audit trail and for people who don't have it. */
  permission: { note: string; may: string };
  read(view: Submitted): Read<T>;
}

/** `handle` gets what was parsed without errors. */
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
