/**
 * `bun bench/support/bare-page.tsx <page.json>`: renders the component for every request, compressed like the
 * server's. Prints its port.
 */
import { I18nProvider } from '@views/i18n.tsx';
import { WorkspacePage, type WorkspacePageProps } from '@views/pages/tickets/workspace-page.tsx';
import { renderToStaticMarkup } from 'react-dom/server';
import { codingFor } from '@/core/http/responses/compress.ts';
import { loadTranslations } from '@/core/i18n.ts';

export type BarePage = { props: WorkspacePageProps; timeZone: string };

const { props, timeZone }: BarePage = await Bun.file(process.argv[2] ?? '').json();
const i18n = { locale: 'pt' as const, timeZone, t: loadTranslations().t('pt') };
const render = () =>
  renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <WorkspacePage {...props} />
    </I18nProvider>,
  );
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const headers = { 'Content-Type': 'text/html; charset=UTF-8' };
    if (!codingFor(request.headers.get('Accept-Encoding') ?? undefined))
      return new Response(render(), { headers });
    const bytes = Bun.zstdCompressSync(render(), { level: 1 });
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, 'Content-Encoding': 'zstd' },
    });
  },
});
process.stdout.write(`${server.port}\n`);
