/** Everything that people can ask for. The help text and the app manifest are made from this list. */
import { again } from './again.ts';
import { aiPost } from './ai-post.ts';
import { analytics } from './analytics.ts';
import { approversWord } from './approvers-word.ts';
import { audit } from './audit.ts';
import { brands } from './brands.ts';
import { bring } from './bring.ts';
import { calendar } from './calendar.ts';
import { campaign } from './campaign.ts';
import type { Command } from './command.ts';
import { connect } from './connect.ts';
import { designs } from './designs.ts';
import { draftCampaign } from './draft-campaign.ts';
import { edit } from './edit.ts';
import { freeze } from './freeze.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { key } from './key.ts';
import { libraries } from './libraries.ts';
import { me } from './me.ts';
import { pick } from './pick.ts';
import { post } from './post.ts';
import { posts } from './posts.ts';
import { preview } from './preview.ts';
import { profiles } from './profiles.ts';
import { publish } from './publish.ts';
import { reject } from './reject.ts';
import { requestChanges } from './request-changes.ts';
import { reviewCampaign } from './review-campaign.ts';
import { rules } from './rules.ts';
import { schedule } from './schedule.ts';
import { seeAll } from './see-all.ts';
import { settings } from './settings.ts';
import { social } from './social.ts';
import { thaw } from './thaw.ts';
import { turnIntoPost } from './turn-into-post.ts';
import { welcome } from './welcome.ts';
import { workflow } from './workflow.ts';

export const commands: readonly Command[] = [
  post,
  aiPost,
  campaign,
  turnIntoPost,
  draftCampaign,
  social,
  posts,
  calendar,
  home,
  analytics,
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
  freeze,
  thaw,
  settings,
  audit,
  pick,
  publish,
  approversWord,
  schedule,
  edit,
  requestChanges,
  reject,
  reviewCampaign,
  again,
  seeAll,
  preview,
  bring,
  welcome,
];
