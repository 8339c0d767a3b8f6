/** Which flows an open fact can change, so that each choice of it costs `npm test` only those. */
import type { Variants } from '#sandbox/service/index.ts';
import { allFlows } from './flows.ts';

type Flow = keyof typeof allFlows;

const touched: Record<keyof Variants, readonly Flow[] | 'all'> = {
  list: ['lists', 'AI post', 'post made elsewhere'],
  pages: ['lists', 'campaign', 'post made elsewhere'],
  firstPage: ['lists', 'post made elsewhere'],
  pageSize: ['lists', 'post made elsewhere'],
  order: ['campaign', 'post made elsewhere'],
  ids: 'all',
  idName: ['AI post', 'post, edit, schedule, publish'],
  idPlace: ['AI post', 'post, edit, schedule, publish', 'campaign', 'failed generation'],
  profileName: ['lists', 'AI post'],
  provider: ['lists', 'AI post', 'post, edit, schedule, publish'],
  caption: ['AI post', 'post, edit, schedule, publish', 'post made elsewhere'],
  variations: ['post, edit, schedule, publish', 'post made elsewhere'],
  media: ['AI post', 'post, edit, schedule, publish'],
  postProfiles: ['AI post', 'post, edit, schedule, publish', 'post made elsewhere'],
  draft: ['AI post', 'campaign'],
  published: ['AI post', 'post, edit, schedule, publish'],
  failed: ['failed generation'],
  noSchedule: ['AI post', 'post, edit, schedule, publish'],
  datetime: ['post, edit, schedule, publish', 'post for a set time'],
  queuedStatus: ['AI post', 'campaign'],
  campaignAnswer: ['campaign'],
  campaignLink: ['campaign'],
  campaignPosts: ['campaign'],
  campaignNames: ['campaign'],
  failedGeneration: ['failed generation'],
  connectionUrlParameter: ['connect'],
  workflowSwitch: ['workflow'],
  workflowAnswer: ['workflow'],
  record: ['lists', 'connect', 'workflow'],
  analytics: ['analytics'],
  errorBody: ['refusal', 'post, edit, schedule, publish'],
  refusals: ['refusal', 'post, edit, schedule, publish'],
  singleRead: ['AI post', 'post, edit, schedule, publish', 'post made elsewhere', 'failed generation'],
  republish: ['post, edit, schedule, publish'],
  noProfiles: ['post, edit, schedule, publish', 'campaign'],
  rateLimitReset: ['AI post'],
};

/** `npm run variants` leaves nothing out. */
export const isLong = process.env.VARIANTS === 'all';

/** The flows that the facts of these variants can change. */
export function flowsTouchedBy(variants: Partial<Variants>): Partial<typeof allFlows> {
  const facts = Object.keys(variants) as (keyof Variants)[];
  const names = new Set(facts.flatMap((fact) => touched[fact]));
  if (isLong || names.has('all')) return allFlows;
  return Object.fromEntries(Object.entries(allFlows).filter(([name]) => names.has(name as Flow)));
}
