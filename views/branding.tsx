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

/** The icons of the installed app and of the browser's tab; undefined where only our own drawing is left. */
export function ownIcons({ logos, name, color }: Branding) {
  const [large, touch] = [logos['favicon-256x256'], logos['apple-touch-icon']];
  const query = new URLSearchParams({ v: `${name} ${color ?? ''}` });
  const isOurs = name === DEFAULT_BRANDING.name && color === null;
  const generated = isOurs ? undefined : `/icons/brand.svg?${query}`;
  return { large, touch: touch ?? large, generated, small: logos.favicon ?? large ?? generated };
}

const BrandingContext = createContext<Branding>(DEFAULT_BRANDING);

export const BrandingProvider = BrandingContext.Provider;

export function useBranding(): Branding {
  return useContext(BrandingContext);
}
