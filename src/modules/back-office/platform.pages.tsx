import { PlatformPage } from '@views/pages/back-office/platform-page.tsx';
import { Integrations, OptionsTab } from '@views/pages/settings/options-tab.tsx';
import { tabPage } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getOptions } from '@/modules/settings/options.queries.ts';
import { SubjectFilter } from '@/modules/settings/subjects.schema.ts';
import { getPlatform } from './platform.queries.ts';

export const platformPages = [
  pageRoute('GET /platform', {
    access: 'super',
    query: SubjectFilter.pick({ q: true }),
    answer: async (c, { query }) => {
      const { scope } = c.var;
      if (query.q) {
        const options = await getOptions(scope, query);
        return tabPage(c, 'overview', {
          live: <OptionsTab {...options} />,
          children: <Integrations {...options} />,
        });
      }
      const platform = await getPlatform(scope);
      return tabPage(c, 'overview', { isWide: true, children: <PlatformPage platform={platform} /> });
    },
  }),
];
