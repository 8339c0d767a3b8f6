/** What the help says about a command. */
export interface HelpEntry {
  /** Its slash command, without the slash; absent if it's started some other way. */
  slash?: string;
  /** Its word after `/social`. */
  word?: string;
  /** What can follow the command or the word, as Slack shows it: `[caption]`. */
  hint?: string;
  /** One line for the help text and the app manifest. */
  about: string;
  /** Its entry in Slack's menus, with the name that people see. */
  shortcut?: { type: 'message' | 'global'; name: string };
  /** Its section. Default `see`. */
  group?: 'make' | 'see' | 'set';
  /**
   * An example of what can follow the command, with `<brand>` for one of the person's brands. Absent: a brand
   * if the hint has one, or else the hint itself.
   */
  example?: string;
  /** The command is for Workflow Builder, so nobody types it. */
  isForWorkflows?: boolean;
  /** The command changes or shares something, so external users can't use it. */
  changes?: boolean;
  /**
   * Who can use the command; a test compares this with who is refused. `approver`: of any brand, and admins.
   */
  only?: 'administrator' | 'approver';
  /**
   * The part that only some people can use: `change the rules`. `look`: what the command is for if they can
   * only look.
   */
  partly?: { may: string; only: 'administrator' | 'member'; look?: string };
}
