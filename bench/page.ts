/** The desk page as HTML, against rendering the same list, with the same words, alone. */
import { I18nProvider } from '@views/i18n.tsx';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { inTurns, type Line, main, share } from './support/report.ts';
import { SMALL, seededDesk } from './support/seeded.ts';

export async function runPage(): Promise<Line[]> {
  const seeded = await seededDesk({ ...SMALL, messages: 20_000 });
  const html = () => seeded.ask('/tickets', 'text/html').then((reply) => reply.text());
  const { TicketList } = await import('@islands/ticket-list/ticket-list.tsx');
  const { config, translations } = seeded.desk.kernel;
  const i18n = { locale: 'pt' as const, timeZone: config.timeZone, t: translations.t('pt') };
  const whole = await html();
  const children = createElement(
    TicketList as never,
    islandProps(whole, 'ticket-list') as never,
  ) as ReactNode;
  const alone = () => renderToString(createElement(I18nProvider, { value: i18n, children }));
  if (!whole.includes(alone()))
    throw new Error('the page shows another list than the one it is compared with');
  const [page, bare] = await inTurns(html, alone);
  await seeded.end();
  return [share('the desk page as HTML', page, bare, 'pages/s', 0.6)];
}

/** The properties an island of that page was given. */
function islandProps(html: string, name: string): object {
  const tag = new RegExp(`<[^>]*data-island="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  const text = /data-props="([^"]*)"/.exec(tag)?.[1] ?? '';
  if (text === '') throw new Error(`the page has no island ${name}`);
  return JSON.parse(
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

if (import.meta.main) await main(runPage);
