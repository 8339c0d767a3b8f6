/** What somebody who opens the demo can try first; the terminal and the chat's page say it alike. Slack's mrkdwn. */
export const firstSteps = [
  'As Ana, type `/ai-post Our autumn menu is here`, fill in the form, and go to another channel: a badge and a notification say when the post is ready.',
  'As Bo, press *Approve & publish* on Ana’s card: Ana is notified in its thread. Or open *Presscheck home*: all that waits for Bo is there.',
  'In the menu of Bo’s message about the new harvest, choose *Turn into a post*: its words and picture are in the form.',
  'As Cy, type `/social help`. Cy is an administrator, and may set rules, settings and who decides.',
] as const;
