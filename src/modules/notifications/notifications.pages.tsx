import { OfflineDocument } from '@views/pages/notifications/offline-document.tsx';
import { pageRoute } from '@/core/http/routing/route.ts';

export const notificationsPages = [
  pageRoute('GET /offline', {
    access: 'anyone',
    answer(c) {
      const { locale, nonce, renderer } = c.var;
      const document = renderer.fragment(c, <OfflineDocument lang={locale} nonce={nonce} />);
      c.header('Cache-Control', 'private, no-store');
      return c.html(`<!doctype html>${document}`);
    },
  }),
];
