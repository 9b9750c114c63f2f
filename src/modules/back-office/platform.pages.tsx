import { PlatformPage } from '@views/pages/back-office/platform-page.tsx';
import { tabPage } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getPlatform } from './platform.queries.ts';

export const platformPages = [
  pageRoute('GET /platform', {
    access: 'super',
    show: async (c) => {
      const platform = await getPlatform(c.var.scope);
      return tabPage(c, 'overview', { isWide: true, children: <PlatformPage platform={platform} /> });
    },
  }),
];
