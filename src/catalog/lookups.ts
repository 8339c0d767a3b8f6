/**
 * The service for people who ask and wait: their calls have priority, and errors are sentences for people.
 */

import type { Service } from '#src/platform/publishing-api/client.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Call, Log } from '#src/platform/publishing-api/service.ts';
import type { Refusal } from '#src/platform/refusal.ts';

/**
 * What people ask the service directly. Read-only: a person who gets no answer asks again. If the service
 * doesn't answer, the call rejects with a `Refusal` that says why.
 */
export type Lookups = Pick<
  Service,
  'me' | 'brands' | 'profiles' | 'hashtagLibraries' | 'studioDesigns' | 'connection' | 'workflow'
>;

/** Every call rejects with `refusalOf` the service's `ServiceError`. */
export function createLookups(
  service: Pick<Service, keyof Lookups>,
  log: Log,
  refusalOf: (cause: ServiceError) => Refusal,
): Lookups {
  const first = (call: Call | undefined): Call => ({ priority: 'interactive', ...call });
  const said = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
      log.warn({ err: cause }, "the publishing service didn't answer a lookup");
      throw refusalOf(cause);
    }
  };
  return {
    me: (call) => said(service.me(first(call))),
    brands: (call) => said(service.brands(first(call))),
    profiles: (brand, call) => said(service.profiles(brand, first(call))),
    hashtagLibraries: (brand, call) => said(service.hashtagLibraries(brand, first(call))),
    studioDesigns: (brand, call) => said(service.studioDesigns(brand, first(call))),
    connection: (brand, provider, call) => said(service.connection(brand, provider, first(call))),
    workflow: (id, call) => said(service.workflow(id, first(call))),
  };
}
