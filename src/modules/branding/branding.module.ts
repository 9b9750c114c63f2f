import { type Branding, DEFAULT_BRANDING } from '@views/branding.tsx';
import { defineModule } from '@/core/module.ts';
import { isSuper } from '@/core/policy.ts';
import { brandingEndpoints } from './branding.endpoints.ts';
import { brandingPages } from './branding.pages.tsx';
import { findLogoFile } from './branding.queries.ts';
import { brandingPaths } from './branding-paths.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    /** Branding of the last page render, so that fragments render without a query. */
    branding: { shown: Branding };
  }
}

export const branding = defineModule<{ services: 'branding' }>({
  name: 'branding',
  services: { branding: () => ({ shown: DEFAULT_BRANDING }) },
  endpoints: brandingEndpoints,
  settingsTabs: [
    {
      key: 'look',
      label: 'branding:tab',
      href: brandingPaths.page(),
      rank: 100,
      area: 'platform',
      group: 'presence',
      isFor: isSuper,
    },
  ],
  pages: brandingPages,
  publicMedia: [findLogoFile],
});
