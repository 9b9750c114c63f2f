import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Branding, BrandingProvider } from './branding.tsx';
import { cacheMarkup } from './cached-markup.tsx';
import { type I18n, I18nProvider } from './i18n.tsx';
import { fillIslands, type Gathered, GatherProvider } from './island.tsx';
import { RenderProvider } from './render-context.tsx';

export type Body = { html: string; namespaces: Set<string>; islandNames: Set<string> };

export function renderBody(node: ReactNode, i18n: I18n, branding: Branding): Body {
  const gathered: Gathered = { namespaces: new Set(), names: new Set(), islands: [] };
  const html = renderToStaticMarkup(
    <GatherProvider value={gathered}>
      <RenderProvider value={cacheMarkup(i18n)}>
        <I18nProvider value={i18n}>
          <BrandingProvider value={branding}>{node}</BrandingProvider>
        </I18nProvider>
      </RenderProvider>
    </GatherProvider>,
  );
  const { namespaces, names } = gathered;
  return { html: fillIslands(html, gathered), namespaces, islandNames: names };
}
