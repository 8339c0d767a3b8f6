import { createContext, useContext } from 'react';

/** The channel in the main column. */
export const OpenChannelContext = createContext<string | undefined>(undefined);

export function useOpenChannel(): string | undefined {
  return useContext(OpenChannelContext);
}
