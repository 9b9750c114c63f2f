import { OfflineDocument } from '@views/pages/notifications/offline-document.tsx';
import { fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';

export const notificationsPages = [
  pageRoute('GET /offline', {
    access: 'anyone',
    async show(c) {
      const document = await fragment(c, <OfflineDocument lang={c.var.locale} nonce={c.var.nonce} />).text();
      return c.html(`<!doctype html>${document}`);
    },
  }),
];
