import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Manifest } from './assets.ts';
import { DEFAULT_BRANDING } from './branding.tsx';
import { Document } from './document.tsx';
import { type I18n, I18nProvider } from './i18n.tsx';
import { scriptsOfIslands } from './island-scripts.ts';
import type { TextAddresses } from './island-texts.ts';
import { Layout } from './layouts/layout.tsx';
import { renderBody } from './render-body.tsx';
import type { ShellProps } from './shell.ts';

/** The body is rendered first, because it determines which texts and scripts its islands need. */
export function renderDocument(shell: ShellProps, i18n: I18n, assets: Manifest): string {
  const addresses = assets.texts?.[i18n.locale] ?? {};
  const body = renderBody(<Layout {...shell} />, i18n, shell.branding ?? DEFAULT_BRANDING, addresses);
  const page = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <Document
        shell={shell}
        assets={assets}
        scripts={scriptsOfIslands(assets, body.islandNames)}
        texts={[...body.texts]}
        html={BODY}
      />
    </I18nProvider>,
  );
  const [head, foot] = page.split(BODY);
  return `<!doctype html>${head}<div class="contents">${body.html}</div>${foot}`;
}

/** Replaced by the finished body instead of rendering 200 KB again. Escaped text cannot contain it. */
const BODY = '<!--body-->';

export function renderFragment(
  node: ReactNode,
  i18n: I18n,
  addresses: TextAddresses,
  branding = DEFAULT_BRANDING,
): string {
  return renderBody(node, i18n, branding, addresses).html;
}
