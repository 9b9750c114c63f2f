import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Manifest } from './assets.ts';
import { DEFAULT_BRANDING } from './branding.tsx';
import { Document, stringsScript } from './document.tsx';
import { type I18n, I18nProvider } from './i18n.tsx';
import { scriptsOfIslands } from './island-scripts.ts';
import { Layout } from './layouts/layout.tsx';
import { renderBody } from './render-body.tsx';
import type { ShellProps } from './shell.ts';

export type StringsOf = (namespace: string) => Record<string, unknown>;

function stringsFor(namespaces: Set<string>, strings: StringsOf): string {
  if (namespaces.size === 0) return '';
  return stringsScript(Object.fromEntries([...namespaces].map((name) => [name, strings(name)])));
}

/** The body is rendered first, because it determines which strings and scripts its islands need. */
export function renderDocument(shell: ShellProps, i18n: I18n, strings: StringsOf, assets: Manifest): string {
  const body = renderBody(<Layout {...shell} />, i18n, shell.branding ?? DEFAULT_BRANDING);
  const page = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <Document
        shell={shell}
        assets={assets}
        scripts={scriptsOfIslands(assets, body.islandNames)}
        html={BODY}
      />
    </I18nProvider>,
  );
  const [head, foot] = page.split(BODY);
  const texts = stringsFor(body.namespaces, strings);
  return `<!doctype html>${head}<div class="contents">${body.html}</div>${texts}${foot}`;
}

/** Replaced by the finished body instead of rendering 200 KB again. Escaped text cannot contain it. */
const BODY = '<!--body-->';

export function renderFragment(
  node: ReactNode,
  i18n: I18n,
  strings: StringsOf,
  branding = DEFAULT_BRANDING,
): string {
  const { html, namespaces } = renderBody(node, i18n, branding);
  return html + stringsFor(namespaces, strings);
}
