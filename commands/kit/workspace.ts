/**
 * The Slack workspace that something came from: the one whose installation Slack's delivery was authorized with, and
 * no other that the body names. In a shared channel that is not always the workspace of the person.
 */
export function workspaceOf(context: { teamId?: string | undefined }): string {
  if (!context.teamId) throw new Error('Slack did not say which workspace this comes from');
  return context.teamId;
}
