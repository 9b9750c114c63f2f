import { logos } from '@db/platform/schema/index.ts';
import { type Look, PLAIN_LOOK } from '@views/look.tsx';
import { defineModule } from '@/kernel/module.ts';
import { isSuper } from '@/kernel/policy.ts';
import { lookEndpoints } from './look.endpoints.ts';
import { lookPages } from './look.pages.tsx';
import { findLogoFile } from './look.queries.ts';
import { lookPaths } from './look-paths.schema.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    /** What pages were last drawn with, for parts of pages: those are drawn without asking the database. */
    look: { shown: Look };
  }
}

export const look = defineModule<{ services: 'look' }>({
  name: 'look',
  services: { look: () => ({ shown: PLAIN_LOOK }) },
  endpoints: lookEndpoints,
  settingsTabs: [{ key: 'look', label: 'look:tab', href: lookPaths.page(), rank: 100, isFor: isSuper }],
  pages: lookPages,
  publicMedia: [{ column: logos.mediaPath, find: findLogoFile }],
});
