import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Branding, BrandingProvider } from './branding.tsx';
import { cacheMarkup } from './cached-markup.tsx';
import { type I18n, I18nProvider } from './i18n.tsx';
import { fillIslands, type Gathered, GatherProvider } from './island.tsx';
import type { TextAddresses } from './island-texts.ts';
import { RenderProvider } from './render-context.tsx';

export type Body = { html: string; texts: Set<string>; islandNames: Set<string> };

export function renderBody(node: ReactNode, i18n: I18n, branding: Branding, addresses: TextAddresses): Body {
  const gathered: Gathered = { addresses, texts: new Set(), names: new Set(), islands: [] };
  const html = renderToStaticMarkup(
    <GatherProvider value={gathered}>
      <RenderProvider value={cacheMarkup(i18n)}>
        <I18nProvider value={i18n}>
          <BrandingProvider value={branding}>{node}</BrandingProvider>
        </I18nProvider>
      </RenderProvider>
    </GatherProvider>,
  );
  const { texts, names } = gathered;
  return { html: fillIslands(html, gathered), texts, islandNames: names };
}
