/** The Slack workspace that something came from: of the installation where Slack says it, else of the person. */
export function workspaceOf(body: {
  team?: { id: string } | null;
  user: { team_id?: string };
  view?: { app_installed_team_id?: string };
}): string {
  // in a channel that two organisations share, `team` may be the other one
  return body.view?.app_installed_team_id ?? body.team?.id ?? body.user.team_id ?? '';
}
