import { logos } from '@db/platform/schema/index.ts';
import { type Look, PLAIN_LOOK } from '@views/look.tsx';
import { defineModule } from '@/kernel/module.ts';
import { lookEndpoints } from './look.endpoints.ts';
import { lookPages } from './look.pages.tsx';
import { findLogoFile } from './look.queries.ts';

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
  pages: lookPages,
  publicMedia: [{ column: logos.mediaPath, find: findLogoFile }],
});
