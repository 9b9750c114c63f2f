/** The desk page as HTML, against rendering the same list alone. */
import { inTurns, type Line, main, share } from './support/report.ts';
import { SMALL, seededDesk } from './support/seeded.ts';

export async function runPage(): Promise<Line[]> {
  const seeded = await seededDesk({ ...SMALL, messages: 20_000 });
  const html = () => seeded.ask('/tickets', 'text/html').then((reply) => reply.text());
  const { renderToString } = await import('react-dom/server');
  const { TicketList } = await import('@islands/ticket-list/ticket-list.tsx');
  const props = islandProps(await html(), 'ticket-list');
  const { createElement } = await import('react');
  const [page, bare] = await inTurns(html, () =>
    renderToString(createElement(TicketList as never, props as never)),
  );
  await seeded.desk.stop();
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
