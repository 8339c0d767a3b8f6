/** The Slack workspace that something came from: of the installation where Slack says it, else of the person. */
export function workspaceOf(body: { team?: { id: string } | null; user: { team_id?: string } }): string {
  return body.team?.id ?? body.user.team_id ?? '';
}
