/**
 * The pages that a person who installs Presscheck sees in the browser: plain HTML, with nothing loaded from
 * elsewhere.
 */

const style = `
:root{color-scheme:light dark}
body{font:17px/1.55 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f1f4f2,#141b19);color:light-dark(#1f3a34,#dfe7e4)}
main{box-sizing:border-box;width:min(34rem,100vw - 2rem);padding:2.4rem 2.6rem;border-radius:.9rem;background:light-dark(#fff,#1d2724);box-shadow:0 1px 3px #0002,0 12px 40px #0001}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
p{margin:0 0 1.2rem}p:last-child{margin:0}
code{padding:.1rem .35rem;border-radius:.3rem;background:light-dark(#e6edea,#2b3935)}
a{color:inherit}
a.button{display:inline-block;padding:.65rem 1.3rem;border-radius:.5rem;background:light-dark(#1f3a34,#cfe3db);color:light-dark(#fff,#14211d);font-weight:600;text-decoration:none}`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `url`: the page on which Slack asks whether to add Presscheck. */
export function installPage(url: string): string {
  return page(
    'Add Presscheck to Slack',
    `<p>Create, approve, and publish social posts without leaving Slack. On the next page, Slack lists the permissions Presscheck needs and asks which workspace to add it to.</p><p><a class="button" href="${escaped(url)}">Add to Slack</a></p>`,
  );
}

const inThreads =
  'getting a post’s <i>Approve</i> button by replying <i>lgtm</i>, and drafting a campaign from a whole thread';

/** What doesn't work without an optional scope, as HTML. */
const missing: Record<string, string> = {
  'channels:history': `${inThreads}, in public channels`,
  'groups:history': `${inThreads}, in private channels`,
  'reactions:read': 'getting a post’s <i>Approve</i> button by reacting with ✅',
};

/**
 * `social`: the command to type next. `keyed`: there's an API key, from before. `declined`: the optional
 * scopes that weren't granted.
 */
export function installedPage(
  workspace: string | undefined,
  { social, keyed, declined }: { social: string; keyed: boolean; declined: readonly string[] },
): string {
  const command = (word: string): string => `<code>${escaped(`${social} ${word}`)}</code>`;
  const next = keyed
    ? `Type ${command('help')} in Slack to see what you can do.`
    : `One step is left: a workspace admin needs to type ${command('key')} in Slack and enter the publishing service’s API key.`;
  const lines = declined.map((scope) => `<li><code>${scope}</code>: ${missing[scope] ?? ''}</li>`);
  const without =
    lines.length > 0
      ? `<p>You skipped some optional permissions. Until you reinstall Presscheck and allow them, these features won’t work:</p><ul>${lines.join('')}</ul>`
      : '';
  return page(
    'Presscheck is installed',
    `<p>It’s now in ${workspace ? `<b>${escaped(workspace)}</b>` : 'your workspace'}. ${next}</p>${without}`,
  );
}

/** The code for an installation that was allowed for all workspaces of an Enterprise organization at once. */
export const wholeOrganisation = 'presscheck_whole_organisation';

const reasons: Record<string, string> = {
  [wholeOrganisation]:
    'You chose an entire organization, so nothing was saved. Presscheck can be installed only in individual workspaces, because each has its own API key, rules, and audit trail. Remove it from the organization in Slack (<i>Manage organization</i>, <i>Integrations</i>), then start again and choose one workspace.',
  slack_oauth_installer_authorization_error:
    'You canceled the installation in Slack, so nothing was installed.',
  slack_oauth_missing_state: 'You opened this page directly, without starting an installation.',
  slack_oauth_invalid_state:
    'This install link has expired, was opened in another browser, or has already been used.',
  slack_oauth_missing_code: 'Slack didn’t send an authorization code.',
};

/** After these errors, Presscheck may be installed anyway, from before. */
const unknown = new Set(['slack_oauth_invalid_state', 'slack_oauth_missing_state']);

/** `again`: where to start over. */
export function notInstalledPage(code: string, again: string): string {
  return page(
    unknown.has(code) ? 'This install link isn’t valid' : 'Presscheck wasn’t installed',
    `<p>${reasons[code] ?? 'Something went wrong between Slack and Presscheck.'}</p><p><a class="button" href="${escaped(again)}">Start again</a></p>`,
  );
}
