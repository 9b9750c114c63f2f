import { GuideHome } from '@views/pages/guides/guide-home.tsx';
import { GuidePage } from '@views/pages/guides/guide-page.tsx';
import { WhatsNewPage } from '@views/pages/guides/whats-new-page.tsx';
import { AppError } from '@/core/errors.ts';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { listAllHelps } from '@/modules/helps/helps.queries.ts';
import { getGuide, getWhatsNew, listGuides, searchGuides } from './guides.queries.ts';
import { Guide, GuideSearch } from './guides.schema.ts';
import { hasUnreadNews, markNewsRead } from './news-cookie.http.ts';

const ACTIVE = { active: 'helps' };

export const guidePages = [
  pageRoute('GET /ajuda', {
    access: 'person',
    query: GuideSearch,
    example: () => ({ query: { q: 'senha' } }),
    async answer(c, { query: { q } }) {
      const { scope, locale } = c.var;
      const guides = await listGuides(scope, locale);
      const hits = q === '' ? null : await searchGuides(scope, locale, q);
      const hasVideos = (await listAllHelps(platformOf(scope))).length > 0;
      const node = <GuideHome {...{ guides, q, hits, hasVideos }} isNew={hasUnreadNews(c)} />;
      return page(c, { title: 'guides:title', ...ACTIVE }, node);
    },
  }),
  pageRoute('GET /ajuda/novidades', {
    access: 'person',
    async answer(c) {
      markNewsRead(c);
      const text = await getWhatsNew(c.var.scope, c.var.locale);
      return page(c, { title: 'guides:whatsNew', ...ACTIVE }, <WhatsNewPage text={text} />);
    },
  }),
  pageRoute('GET /ajuda/:guide', {
    access: 'person',
    example: () => ({ params: { guide: 'agent' } }),
    async answer(c, input) {
      const { data: name } = Guide.safeParse(input.guide);
      if (!name) throw new AppError('ERR_NOT_FOUND');
      const guide = await getGuide(c.var.scope, c.var.locale, name);
      const node = <GuidePage guide={guide} isNew={hasUnreadNews(c)} />;
      return page(c, { title: 'guides:title', titleText: guide.title, ...ACTIVE }, node);
    },
  }),
];
