import { createContext, useContext } from 'react';

/** The platform's branding; addresses of the logos it has, by position. */
export type Branding = {
  name: string;
  color: string | null;
  logos: { [ref: string]: string | undefined };
  /** How to reach the platform's operator; '' for unknown. */
  support: string;
};

export const DEFAULT_BRANDING: Branding = { name: 'Balcão', color: null, logos: {}, support: '' };

const BrandingContext = createContext<Branding>(DEFAULT_BRANDING);

export const BrandingProvider = BrandingContext.Provider;

export function useBranding(): Branding {
  return useContext(BrandingContext);
}
