/** The analytics export. */
import { readAnalytics } from '#src/platform/publishing-api/answers/analytics.ts';
import type { AnalyticsExport, Call } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

/**
 * `GET /analytics/export?brandId=`: CSV text or rows, at most 8 MB. Kind `refused` for an unknown brand, `shape` for what is
 * neither, or larger.
 * service-api.md, Other endpoints named in the changelog.
 */
export async function exportAnalytics(
  { exchange, facts }: Parts,
  brandId: string,
  call: Call,
): Promise<AnalyticsExport> {
  const endpoint = 'GET /analytics/export';
  const answer = await exchange({ endpoint, path: '/analytics/export', query: { brandId } }, call);
  return readAnalytics(endpoint, answer, facts);
}
