/** The social connection descriptor (service-api.md, Resources). */
import { textOf, webAddress } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Connection } from '#src/platform/publishing-api/service.ts';
import { placesOf } from './body.ts';
import { readProvider } from './records.ts';

/** Without `callbackUrl`, which only the browser uses. `undefined` if there's no address that a person can open; the other fields only explain it. */
export function readConnection(provider: string, body: unknown, facts: OpenFacts): Connection | undefined {
  for (const fields of placesOf(body, facts.recordEnvelopes)) {
    const authUrl = webAddress(fields.authUrl);
    if (authUrl === undefined) continue;
    const network = (name: string): string | undefined => {
      const word = textOf(fields, [name]);
      return word === undefined ? undefined : readProvider(word, facts);
    };
    return {
      provider: network('provider') ?? provider,
      authProvider: network('authProvider'),
      authUrl,
      instructions: textOf(fields, ['instructions']),
    };
  }
  return undefined;
}
