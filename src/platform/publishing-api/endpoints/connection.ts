/** Connecting a social account. */
import { readBody } from '#src/platform/publishing-api/answers/body.ts';
import { readConnection } from '#src/platform/publishing-api/answers/connection.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { misfit } from '#src/platform/publishing-api/failures.ts';
import type { Call, Connection, Provider } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

export type ReadConnection = (brandId: string, provider: Provider, call: Call) => Promise<Connection>;

/**
 * `GET /social-profiles/connection-url`: an address that a person opens to connect an account. Which name the
 * brand's parameter has is open (`workspaceId` or `brandId`): on a refusal the other name is tried, and the one
 * worked is remembered until a refusal may be about it. Rejects with the refusal, and with kind `shape` for an
 * answer without an address. service-api.md, GET /social-profiles/connection-url.
 */
export function createConnection({ exchange, facts }: Parts): ReadConnection {
  const endpoint = 'GET /social-profiles/connection-url';
  const path = '/social-profiles/connection-url';
  const parameters = facts.connectionParameters;
  let worked: string | undefined;

  return async (brandId, provider, call) => {
    const refusals: ServiceError[] = [];
    for (const parameter of new Set(worked === undefined ? parameters : [worked, ...parameters])) {
      try {
        const answer = await exchange({ endpoint, path, query: { [parameter]: brandId, provider } }, call);
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

/** A 403 without words can be about anything. */
function isRefusal({ kind, status, serviceMessage }: ServiceError): boolean {
  return kind === 'refused' || (status === 403 && serviceMessage === undefined);
}

/** It names a parameter, or says nothing. */
function mayBeAboutName({ serviceMessage }: ServiceError, parameters: string[]): boolean {
  return serviceMessage === undefined || parameters.some((parameter) => serviceMessage.includes(parameter));
}
