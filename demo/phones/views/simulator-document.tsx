import { readFileSync } from 'node:fs';
import type { SimulatorView } from '@demo/phones/simulator.schema.ts';
import { readManifest } from '@views/assets.ts';
import { Document } from '@views/document.tsx';
import { type I18n, I18nProvider } from '@views/i18n.tsx';
import { ToastRegion } from '@views/ui/toasts.tsx';
import { renderToStaticMarkup } from 'react-dom/server';
import { SimulatorPage } from './simulator-page.tsx';

const STYLE = ['simulator', 'phone', 'chat']
  .map((name) => readFileSync(new URL(`./${name}.css`, import.meta.url), 'utf8'))
  .join('\n');

type SimulatorDocumentProps = I18n & {
  nonce: string;
  theme: 'light' | 'dark' | null;
  view: SimulatorView;
  seen: string;
};

export function renderSimulatorDocument({
  nonce,
  theme,
  view,
  seen,
  ...i18n
}: SimulatorDocumentProps): string {
  const html = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files */}
      <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      <SimulatorPage view={view} seen={seen} theme={theme} />
      <div id="dialogs" />
      <ToastRegion toasts={[]} />
    </I18nProvider>,
  );
  const shell = {
    title: i18n.t('simulator:title'),
    active: '',
    nonce,
    theme,
    viewer: null,
    menu: [],
    toasts: [],
    version: '',
    layout: 'bare' as const,
    children: null,
  };
  const assets = readManifest();
  const page = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <Document shell={shell} assets={{ ...assets, style: assets.officeStyle }} html={html} />
    </I18nProvider>,
  );
  return `<!doctype html>${page}`;
}
