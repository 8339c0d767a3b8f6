/** Everything that people can ask for. The help text and the app manifest are made from this list. */

import { analytics } from './analytics/analytics.ts';
import { approvalOffers } from './approval/approval-offers.ts';
import { rules } from './approval/rules.ts';
import { audit } from './audit/audit.ts';
import { campaign } from './campaigns/campaign.ts';
import { draftCampaign } from './campaigns/draft.ts';
import { reviewCampaign } from './campaigns/review.ts';
import { brands, designs, libraries, profiles } from './catalog/brand-lists.ts';
import { connect } from './catalog/connect.ts';
import { pick } from './catalog/pick.ts';
import { workflow } from './catalog/workflow.ts';
import { help, social } from './help/help.ts';
import { home } from './home/home.ts';
import { seeAll } from './home/see-all.ts';
import type { Command } from './kit/command.ts';
import { links } from './links/links.ts';
import { welcome } from './onboarding/welcome.ts';
import { pause } from './pause/pause.ts';
import { resume } from './pause/resume.ts';
import { bring } from './posts/adopt.ts';
import { aiPost } from './posts/ai-post.ts';
import { calendar } from './posts/calendar.ts';
import { duplicate } from './posts/duplicate.ts';
import { edit } from './posts/edit.ts';
import { post } from './posts/post.ts';
import { posts } from './posts/posts.ts';
import { publish } from './posts/publish.ts';
import { reject, requestChanges } from './posts/reject.ts';
import { retry } from './posts/retry.ts';
import { rewrite } from './posts/rewrite.ts';
import { schedule } from './posts/schedule.ts';
import { turnIntoPost } from './posts/turn-into-post.ts';
import { writeThis } from './posts/write-this.ts';
import { preview } from './preview/preview.ts';
import { recurring } from './recurring/recurring.ts';
import { settings } from './settings/settings.ts';
import { slots } from './slots/slots.ts';
import { exportPosts } from './spreadsheets/export.ts';
import { importPosts } from './spreadsheets/import.ts';
import { steps } from './steps/steps.ts';
import { templates } from './templates/templates.ts';
import { key } from './workspaces/key.ts';
import { me } from './workspaces/me.ts';

export const commands: readonly Command[] = [
  post,
  aiPost,
  campaign,
  turnIntoPost,
  writeThis,
  draftCampaign,
  importPosts,
  social,
  posts,
  calendar,
  links,
  slots,
  recurring,
  templates,
  home,
  analytics,
  exportPosts,
  help,
  me,
  key,
  brands,
  profiles,
  connect,
  libraries,
  designs,
  workflow,
  rules,
  pause,
  resume,
  settings,
  audit,
  pick,
  publish,
  approvalOffers,
  schedule,
  edit,
  requestChanges,
  rewrite,
  duplicate,
  reject,
  reviewCampaign,
  retry,
  seeAll,
  preview,
  bring,
  welcome,
  steps,
];
