/** Connecting a social account. */
import { placesOf, readBody } from '#src/platform/publishing-api/answers/body.ts';
import { readProvider } from '#src/platform/publishing-api/answers/records.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { misfit } from '#src/platform/publishing-api/failures.ts';
import { textOf, webAddress } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Call, Connection, Provider } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

/**
 * `GET /social-profiles/connection-url`: an address that a person opens to connect an account. Which name the
 * brand's parameter has is open (`workspaceId` or `brandId`): on a refusal the other name is tried, and the
 * one worked is remembered until a refusal may be about it. Rejects with the refusal, and with kind `shape`
 * for an answer without an address. service-api.md, GET /social-profiles/connection-url.
 */
export function createConnection({ exchange, facts }: Parts) {
  const endpoint = 'GET /social-profiles/connection-url';
  const parameters = facts.connectionParameters;
  let worked: string | undefined;

  return async (brandId: string, provider: Provider, call: Call = {}): Promise<Connection> => {
    const refusals: ServiceError[] = [];
    for (const parameter of new Set(worked === undefined ? parameters : [worked, ...parameters])) {
      try {
        const answer = await exchange({ endpoint, query: { [parameter]: brandId, provider } }, call);
        const body = readBody(endpoint, answer);
        const connection = readConnection(provider, body, facts);
        if (!connection) throw misfit(endpoint, 'an authUrl', body);
        worked = parameter;
        return connection;
      } catch (cause) {
        if (!(cause instanceof ServiceError) || !isRefusal(cause)) throw cause;
        refusals.push(cause);
        if (parameter === worked && !mayBeAboutName(cause, parameters)) break;
      }
    }
    throw refusals.find((refusal) => !mayBeAboutName(refusal, parameters)) ?? refusals[0];
  };
}

/** A 403 without a message can be about anything. */
function isRefusal({ kind, status, serviceMessage }: ServiceError): boolean {
  return kind === 'refused' || (status === 403 && serviceMessage === undefined);
}

/** Whether the refusal names a parameter, or says nothing. */
function mayBeAboutName({ serviceMessage }: ServiceError, parameters: string[]): boolean {
  return serviceMessage === undefined || parameters.some((parameter) => serviceMessage.includes(parameter));
}

/**
 * Without `callbackUrl`, which only the browser uses. `undefined` if there's no address that a person can
 * open; the other fields only explain it.
 */
function readConnection(provider: string, body: unknown, facts: OpenFacts): Connection | undefined {
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
