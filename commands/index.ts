/** Everything that people can ask for. */

import { analytics } from './analytics/analytics.ts';
import { onApprovalSignals } from './approval/approval-offers.ts';
import { rules } from './approval/rules.ts';
import { audit } from './audit/audit.ts';
import { campaign } from './campaigns/campaign.ts';
import { draftCampaign } from './campaigns/draft.ts';
import { onReview } from './campaigns/review.ts';
import { brands, designs, libraries, profiles } from './catalog/brand-lists.ts';
import { connect } from './catalog/connect.ts';
import { onPick } from './catalog/pick.ts';
import { workflow } from './catalog/workflow.ts';
import { help, social } from './help/help.ts';
import { home } from './home/home.ts';
import { onSeeAll } from './home/see-all.ts';
import type { Command, Listener } from './kit/command.ts';
import { links } from './links/links.ts';
import { onWelcome } from './onboarding/welcome.ts';
import { pause } from './pause/pause.ts';
import { resume } from './pause/resume.ts';
import { onBring } from './posts/adopt.ts';
import { aiPost } from './posts/ai-post.ts';
import { calendar } from './posts/calendar.ts';
import { onDuplicate } from './posts/duplicate.ts';
import { onEdit } from './posts/edit.ts';
import { post } from './posts/post.ts';
import { posts } from './posts/posts.ts';
import { onApprove } from './posts/publish.ts';
import { onReject, onRequestChanges } from './posts/reject.ts';
import { onRetry } from './posts/retry.ts';
import { onRewrite } from './posts/rewrite.ts';
import { onSchedule } from './posts/schedule.ts';
import { turnIntoPost } from './posts/turn-into-post.ts';
import { writeThis } from './posts/write-this.ts';
import { onPreview } from './preview/preview.ts';
import { recurring } from './recurring/recurring.ts';
import { settings } from './settings/settings.ts';
import { slots } from './slots/slots.ts';
import { exportPosts } from './spreadsheets/export.ts';
import { importPosts } from './spreadsheets/import.ts';
import { steps } from './steps/steps.ts';
import { templates } from './templates/templates.ts';
import { key } from './workspaces/key.ts';
import { me } from './workspaces/me.ts';

/** What people can type, or choose from Slack's menus. The help and the manifest are made from this list. */
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
  steps,
];

/** Buttons, forms, lists, and events that no command owns. */
export const listeners: readonly Listener[] = [
  onPick,
  onApprove,
  onApprovalSignals,
  onSchedule,
  onEdit,
  onRequestChanges,
  onRewrite,
  onDuplicate,
  onReject,
  onReview,
  onRetry,
  onSeeAll,
  onPreview,
  onBring,
  onWelcome,
];
