import { createContext, useContext } from 'react';

/** How the platform shows itself; addresses of those logos that it has, by their places. */
export type Look = { name: string; color: string | null; logos: { [ref: string]: string | undefined } };

export const PLAIN_LOOK: Look = { name: 'Balcão', color: null, logos: {} };

const LookContext = createContext<Look>(PLAIN_LOOK);

export const LookProvider = LookContext.Provider;

export function useLook(): Look {
  return useContext(LookContext);
}
