/** What somebody who opens the demo can try first; the terminal and the chat's page say it alike. Slack's mrkdwn. */
export const firstSteps = [
  'As Ana, type `/ai-post Our autumn menu is here`, fill the form, and watch the card write itself.',
  'As Bo, press *Approve & publish* on Ana’s card.',
  'As Cy, type `/campaign Two weeks until the summer sale`, for a week of posts at once.',
] as const;
