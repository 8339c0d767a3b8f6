/** Connecting a social account. */
import { readBody } from '../answers/body.ts';
import { readConnection } from '../answers/connection.ts';
import { ServiceError } from '../errors.ts';
import { misfit } from '../failures.ts';
import type { Call, Connection, Provider } from '../service.ts';
import type { Parts } from './parts.ts';

export type ReadConnection = (brandId: string, provider: Provider, call: Call) => Promise<Connection>;

/**
 * `GET /social-profiles/connection-url`: an address that a person opens to connect an account. Which name the
 * brand's parameter has is open (`workspaceId` or `brandId`): on a refusal the other name is tried, and the one
 * that worked is remembered. service-api.md, GET /social-profiles/connection-url.
 */
export function createConnection({ exchange, facts }: Parts): ReadConnection {
  const endpoint = 'GET /social-profiles/connection-url';
  const path = '/social-profiles/connection-url';
  let worked: string | undefined;

  return async (brandId, provider, call) => {
    const refusals: ServiceError[] = [];
    for (const parameter of worked === undefined ? facts.connectionParameters : [worked]) {
      try {
        const answer = await exchange({ endpoint, path, query: { [parameter]: brandId, provider } }, call);
        worked = parameter;
        const body = readBody(endpoint, answer);
        const connection = readConnection(provider, body, facts);
        if (!connection) throw misfit(endpoint, 'an authUrl', body);
        return connection;
      } catch (cause) {
        if (!(cause instanceof ServiceError) || cause.kind !== 'refused') throw cause;
        refusals.push(cause);
      }
    }
    throw tellingRefusal(refusals, facts.connectionParameters);
  };
}

/** The refusal that is about something else than the name of the parameter. */
function tellingRefusal(refusals: ServiceError[], parameters: string[]): ServiceError | undefined {
  const isAboutName = ({ serviceMessage = '' }: ServiceError): boolean =>
    parameters.some((parameter) => serviceMessage.includes(parameter));
  return refusals.find((refusal) => !isAboutName(refusal)) ?? refusals[0];
}
