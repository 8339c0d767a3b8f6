/** What someone is in the Slack workspace that a card belongs to. */
export type Role = 'administrator' | 'member' | 'guest' | 'outsider' | 'unknown';

/** `collaborator`: a guest who, by a brand's settings, can do there what members do. */
export type RoleInBrand = Role | 'collaborator';

/** Not a member: they can only look, unless a brand lets them do more. */
export const isVisitor = (role: Role): role is 'guest' | 'outsider' =>
  role === 'guest' || role === 'outsider';

/** What someone is for a brand with this setting. */
export const roleIn = (role: Role, guests: 'look' | 'work' | undefined): RoleInBrand =>
  role === 'guest' && guests === 'work' ? 'collaborator' : role;

/**
 * If Slack doesn't say who they are, people of another workspace count as external users. `team`: their
 * workspace, if the delivery has it.
 */
export function roleSeen(role: Role, team: string | undefined, workspace: string): Role {
  return role === 'unknown' && team !== undefined && team !== workspace ? 'outsider' : role;
}
