import type { Manifest } from './assets.ts';
import { useI18n } from './i18n.tsx';
import type { ShellProps } from './shell.ts';

/** A 422 swaps in the form with its messages; every other refusal shows a toast and swaps nothing. */
const HTMX_CONFIG = JSON.stringify({
  noSwap: [204, 304, '40x', '41x', 429, '5xx'],
  includeIndicatorCSS: false,
  // The server's copy of a dialog or drawer does not know that it is open.
  morphIgnore: ['data-htmx-powered', 'open', 'aria-expanded'],
});

/** Runs before the first paint, so that a folded menu is not seen closing. */
const MENU_SCRIPT =
  "try{var m=localStorage.getItem('menu');if(m)document.documentElement.dataset.menu=m}catch(e){}";

/** The desk and the sign-in have a style sheet of their own. */
const OFFICE: ShellProps['layout'][] = ['app', 'tall', 'payer'];

const LANGUAGE_TAGS = { pt: 'pt-BR', en: 'en', es: 'es' };

/** An element for the islands. `<` is escaped, so that no text can end it. */
export function stringsScript(strings: Record<string, unknown>): string {
  const parts = Object.entries(strings).map(([name, part]) => `${JSON.stringify(name)}:${textOf(part)}`);
  return `<script type="application/json" data-strings="">{${parts.join(',')}}</script>`;
}

const texts = new WeakMap<object, string>();

/** Cached: every page carries the same strings of a language. */
function textOf(strings: unknown): string {
  const known = texts.get(strings as object) ?? JSON.stringify(strings).replaceAll('<', '\\u003c');
  texts.set(strings as object, known);
  return known;
}

type DocumentProps = {
  shell: ShellProps;
  assets: Manifest;
  html: string;
};

export function Document({ shell, assets, html }: DocumentProps) {
  const { locale, timeZone, t } = useI18n();
  return (
    <html
      lang={LANGUAGE_TAGS[locale]}
      data-theme={shell.theme ?? undefined}
      data-locale={locale}
      data-time-zone={timeZone}
      data-dev={assets.dev}
    >
      <head>
        <meta charSet="utf-8" />
        <title>{`${shell.title} · ${t('common:product')}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={shell.theme ?? 'light dark'} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131417" />
        <meta name="robots" content="noindex" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <link rel="stylesheet" href={OFFICE.includes(shell.layout) ? assets.officeStyle : assets.style} />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="icon" href="/icons/icon-192.png" sizes="192x192" />
        <link rel="apple-touch-icon" href="/icons/icon-192.png" />
        <link rel="manifest" href="/app.webmanifest" />
        {shell.layout === 'bare' ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          <script nonce={shell.nonce} dangerouslySetInnerHTML={{ __html: MENU_SCRIPT }} />
        )}
        <script type="module" src={assets.script} nonce={shell.nonce} />
      </head>
      <body
        data-viewer={shell.viewer?.id}
        data-text-kicked={t('common:session.kicked')}
        data-text-network={t('common:networkError')}
        data-text-unknown={t('errors:unknown')}
        data-text-dismiss={t('common:dismiss')}
        data-text-undo={t('common:undo')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the page, rendered just before
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </html>
  );
}
