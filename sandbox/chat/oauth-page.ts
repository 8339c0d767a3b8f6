/** Slack's OAuth consent page, where the installer chooses the workspace. */
import type { Workspace } from './defaults.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const what: Record<string, string> = {
  commands: 'Add commands that people type',
  'chat:write': 'Write messages in channels it is in',
  'chat:write.public': 'Write messages in channels it is not in',
  'users:read': 'See who the people of the workspace are',
  'usergroups:read': 'See the user groups and who is in them',
  'files:write': 'Upload and change files',
  'files:read': 'See files in channels it is in',
  'channels:history': 'Read messages in public channels it is in',
  'reactions:read': 'See reactions to messages in channels it is in',
  'groups:read': 'See who is in private channels it is in',
  'groups:history': 'Read messages in private channels it is in',
};

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f4f1ea,#1c2224);color:light-dark(#22302e,#e6e9e8)}
main{box-sizing:border-box;width:min(30rem,100vw - 2rem);padding:2.2rem 2.4rem;border-radius:.9rem;background:light-dark(#fff,#262d30);box-shadow:0 1px 3px #0002,0 12px 40px #0001}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 1.2rem}
ul{padding-left:1.2rem;margin:.4rem 0 1.6rem}
a.allow{display:block;margin:.6rem 0;padding:.7rem 1rem;border-radius:.5rem;background:#175a68;color:#fff;font-weight:600;text-align:center;text-decoration:none}
a.allow:hover,a.allow:focus-visible{background:#0f4754}
.quiet{color:light-dark(#5c6b69,#9aa7a5);font-size:.9rem;margin:1.4rem 0 0;display:flex;justify-content:space-between;gap:1rem}
.quiet a{color:inherit}`;

/** `allow` returns the link for a workspace, `cancel` is the link that declines. */
export function oauthPage(
  workspaces: readonly Workspace[],
  scopes: readonly string[],
  allow: (workspace: Workspace) => string,
  cancel: string,
): string {
  const buttons = workspaces.map(
    (one) => `<a class="allow" href="${escaped(allow(one))}">Allow in ${escaped(one.name)}</a>`,
  );
  const may = scopes.map((scope) => `<li>${escaped(what[scope] ?? scope)}</li>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Allow Presscheck</title><style>${style}</style></head>
<body><main><h1>Presscheck asks to be added to a workspace</h1>
<p>It would be able to:</p><ul>${may.join('')}</ul>
${buttons.join('\n')}
<p class="quiet"><span>The sandbox’s page, in place of Slack’s.</span><a href="${escaped(cancel)}">Cancel</a></p></main></body>
</html>`;
}
