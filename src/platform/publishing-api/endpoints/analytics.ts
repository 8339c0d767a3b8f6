/** The analytics export. */
import { looksLikeHtml, readBody, withoutMark } from '#src/platform/publishing-api/answers/body.ts';
import { type Endpoint, misfit, notJson } from '#src/platform/publishing-api/failures.ts';
import { asFields, listOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Answer } from '#src/platform/publishing-api/send.ts';
import type { AnalyticsExport, Call } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

/**
 * `GET /analytics/export?brandId=`: CSV text or rows, at most 8 MB. Kind `refused` for an unknown brand,
 * `shape` for what is neither, or larger. service-api.md, Other endpoints named in the changelog.
 */
export async function exportAnalytics(
  { exchange, facts }: Parts,
  brandId: string,
  call: Call,
): Promise<AnalyticsExport> {
  const endpoint = 'GET /analytics/export';
  const answer = await exchange({ endpoint, query: { brandId } }, call);
  return readAnalytics(endpoint, answer, facts);
}

function readAnalytics(endpoint: Endpoint, answer: Answer, facts: OpenFacts): AnalyticsExport {
  const text = withoutMark(answer.text);
  const type = answer.headers['content-type']?.toLowerCase() ?? '';
  if (looksLikeHtml(text)) throw notJson(endpoint, answer, 'an HTML page');
  // An export without rows is valid, but only if the service says that it's an export.
  if (type.includes('csv')) return { format: 'csv', text };
  if (!/^\s*[[{]/.test(text) && text.trim() !== '') return { format: 'csv', text };
  return { format: 'rows', rows: rowsOf(endpoint, readBody(endpoint, answer), facts) };
}

function rowsOf(endpoint: Endpoint, body: unknown, facts: OpenFacts): Record<string, unknown>[] {
  const fields = asFields(body);
  const list = fields ? listOf(fields, [...facts.listEnvelopes, ...facts.analyticsNames]) : body;
  if (!Array.isArray(list)) throw misfit(endpoint, 'rows', body);
  const rows = list.map(asFields).filter((row) => row !== undefined);
  if (rows.length < list.length)
    throw misfit(
      endpoint,
      'rows of records',
      list.find((row) => !asFields(row)),
    );
  return rows;
}
