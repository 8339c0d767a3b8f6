/**
 * The Slack workspace of a delivery: the one whose installation authorized it, and
 * none that the body names. In a shared channel, that isn't always the person's workspace.
 */
export function workspaceOf(context: { teamId?: string | undefined }): string {
  if (!context.teamId) throw new Error("Slack's payload doesn't name a workspace");
  return context.teamId;
}
