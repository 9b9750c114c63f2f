/** `bun bench/support/bare-page.tsx <page.json>`: renders the component for every request. Prints its port. */
import { I18nProvider } from '@views/i18n.tsx';
import { DeskPage, type DeskPageProps } from '@views/pages/tickets/desk-page.tsx';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTranslations } from '@/kernel/i18n.ts';

export type BarePage = { props: DeskPageProps; timeZone: string };

const { props, timeZone }: BarePage = await Bun.file(process.argv[2] ?? '').json();
const i18n = { locale: 'pt' as const, timeZone, t: loadTranslations().t('pt') };
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () =>
    new Response(
      renderToStaticMarkup(
        <I18nProvider value={i18n}>
          <DeskPage {...props} />
        </I18nProvider>,
      ),
      { headers: { 'Content-Type': 'text/html' } },
    ),
});
process.stdout.write(`${server.port}\n`);
