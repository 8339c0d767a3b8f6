/** What people cannot do while one part of the publishing service answers in a form that is not known. */

const lost: Record<string, string> = {
  'GET /me': 'nobody can be told whose API key it is',
  'GET /brands': 'no brand can be chosen',
  'GET /social-profiles': 'no social profile can be chosen or listed',
  'GET /social-profiles/connection-url': 'no social profile can be connected',
  'GET /post': 'posts can be neither listed nor waited for',
  'GET /hashtag-libraries': 'no hashtag library can be chosen or listed',
  'GET /studio-templates': 'no design can be chosen or listed',
  'GET /analytics/export': 'analytics cannot be shared',
  'GET /workflow/{workflowId}': 'no workflow can be shown',
};

/** As the part of a sentence behind `so`; `undefined`: nothing else is affected than what was asked for. */
export const lostWithout = (endpoint: string): string | undefined => lost[endpoint];
