import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DrawProvider } from './draw.tsx';
import { type I18n, I18nProvider } from './i18n.tsx';
import { fillIslands, type Gathered, GatherProvider } from './island.tsx';
import { keepMarkup } from './kept-markup.tsx';
import { type Look, LookProvider } from './look.tsx';

export type Body = { html: string; namespaces: Set<string> };

/** `namespaces` are those whose texts the islands in it need. */
export function renderBody(node: ReactNode, i18n: I18n, look: Look): Body {
  const gathered: Gathered = { namespaces: new Set(), islands: [] };
  const html = renderToStaticMarkup(
    <GatherProvider value={gathered}>
      <DrawProvider value={keepMarkup(i18n)}>
        <I18nProvider value={i18n}>
          <LookProvider value={look}>{node}</LookProvider>
        </I18nProvider>
      </DrawProvider>
    </GatherProvider>,
  );
  return { html: fillIslands(html, gathered), namespaces: gathered.namespaces };
}
