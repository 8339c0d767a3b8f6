/** What the help says of a command. */
export interface HelpEntry {
  /** Its slash command, without the slash; absent: it begins elsewhere. */
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
  /** An example of what can follow it, with `<brand>` for one of the person's; absent: a brand if the hint says so, or else the hint itself. */
  example?: string;
  /** It's for Workflow Builder: nobody types it. */
  isForWorkflows?: boolean;
  /** It changes or shares something, so external users can't use it. */
  changes?: boolean;
  /** Others are refused; compared by a test. `approver`: of any brand, and admins. */
  only?: 'administrator' | 'approver';
  /** The part that only some people can do: `change the rules`. `look`: what it's for if all they can do is look. */
  partly?: { may: string; only: 'administrator' | 'member'; look?: string };
}
