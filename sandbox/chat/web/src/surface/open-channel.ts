import { createContext, useContext } from 'react';

/** The channel in the main column, for what depends on where a person is. */
export const OpenChannelContext = createContext<string | undefined>(undefined);

export function useOpenChannel(): string | undefined {
  return useContext(OpenChannelContext);
}
