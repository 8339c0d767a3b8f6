/** The pages that whoever installs Presscheck sees in the browser: plain words, nothing loaded from elsewhere. */

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:17px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color:#1f3a34}
a.button{display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1f3a34;color:#fff;text-decoration:none}</style>
</head>
<body><h1>${title}</h1>${body}</body>
</html>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `url`: where Slack asks whether Presscheck may be added. */
export function installPage(url: string): string {
  return page(
    'Add Presscheck to Slack',
    `<p>Make, approve and publish social posts without leaving Slack. Slack shows next what Presscheck may do, and asks you for the workspace.</p><p><a class="button" href="${escaped(url)}">Add to Slack</a></p>`,
  );
}

/** `keyCommand`: what an administrator types next. */
export function installedPage(workspace: string | undefined, keyCommand: string): string {
  return page(
    'Presscheck is installed',
    `<p>It is now in ${workspace ? `<b>${escaped(workspace)}</b>` : 'your workspace'}. One thing is left: an administrator of the workspace types <code>${escaped(keyCommand)}</code> in Slack, and enters the API key of the publishing service.</p>`,
  );
}

const reasons: Record<string, string> = {
  slack_oauth_installer_authorization_error: 'You did not allow it in Slack, so nothing was installed.',
  slack_oauth_missing_state: 'This address was opened without its beginning.',
  slack_oauth_invalid_state:
    'This installation was begun too long ago, in another browser, or is finished already.',
  slack_oauth_missing_code: 'Slack sent no code.',
};

/** `again`: where to begin anew. */
export function notInstalledPage(code: string, again: string): string {
  return page(
    'Presscheck was not installed',
    `<p>${reasons[code] ?? 'Something went wrong between Slack and us.'}</p><p><a href="${escaped(again)}">Begin again</a></p>`,
  );
}
