import type { Manifest } from './assets.ts';
import { type Branding, DEFAULT_BRANDING, ownIcons } from './branding.tsx';
import { useI18n } from './i18n.tsx';
import type { ShellProps } from './shell.ts';
import { safeColor, textOn } from './ui/contrast.ts';

/** A 422 swaps in the form with its messages; every other refusal shows a toast and swaps nothing. */
const HTMX_CONFIG = JSON.stringify({
  noSwap: [204, 304, '40x', '41x', 429, '5xx'],
  includeIndicatorCSS: false,
  // With a delay a button is on the page for a moment before htmx listens to it, and a press then is lost.
  defaultSettleDelay: 0,
  // Our attributes are `hx-…`: a second prefix would double every attribute lookup.
  prefix: '',
  // The server's copy of a dialog or drawer does not know that it is open.
  morphIgnore: ['data-htmx-powered', 'open', 'aria-expanded'],
});

/**
 * Runs before the first paint, so that a folded menu is not seen closing; then keeps, for scripts that are loading, the
 * last press of a button (islands/early-clicks.ts) and the text after Ctrl+K.
 */
const FIRST_SCRIPT = [
  "try{var m=localStorage.getItem('menu');if(m)document.documentElement.dataset.menu=m}catch{}",
  "addEventListener('click',e=>{if(window.earlyPress!==null)window.earlyPress=e.target.closest('button[type=button]:not([popovertarget])')||window.earlyPress},true)",
  "addEventListener('keydown',e=>{var k=window.earlyKeys,c=e.ctrlKey||e.metaKey;if(k===null||e.altKey)return;if(c&&e.key==='k'&&document.querySelector('[data-island=command-bar]')){window.earlyKeys='';e.preventDefault()}else if(k!==undefined&&!c&&e.key.length===1){window.earlyKeys=k+e.key;e.preventDefault()}},true)",
].join(';');

const OFFICE: ShellProps['layout'][] = ['app', 'tall', 'payer', 'open'];

const LANGUAGE_TAGS = { pt: 'pt-BR', en: 'en', es: 'es' };

type DocumentProps = {
  shell: ShellProps;
  assets: Manifest;
  scripts?: string[];
  texts?: string[];
  html: string;
};

export function Document({ shell, assets, scripts = [], texts = [], html }: DocumentProps) {
  const { locale, timeZone, t } = useI18n();
  const branding = shell.branding ?? DEFAULT_BRANDING;
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
        <title>{`${shell.title} · ${branding.name}`}</title>
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content={shell.theme ?? 'light dark'} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131417" />
        <meta name="description" content={t('common:about')} />
        {shell.isHidden ? <meta name="robots" content="noindex" /> : null}
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <link rel="stylesheet" href={OFFICE.includes(shell.layout) ? assets.officeStyle : assets.style} />
        <Icons branding={branding} />
        <BrandColor color={branding.color} />
        <link rel="manifest" href="/app.webmanifest" />
        {shell.layout === 'bare' ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          <script nonce={shell.nonce} dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
        )}
        {scripts.map((file) => (
          <link key={file} rel="modulepreload" href={file} nonce={shell.nonce} />
        ))}
        {texts.map((file) => (
          <link key={file} rel="preload" as="fetch" href={file} crossOrigin="anonymous" />
        ))}
        <script type="module" src={assets.script} nonce={shell.nonce} />
      </head>
      <body
        data-viewer={shell.viewer ? `${shell.viewer.companyId}-${shell.viewer.id}` : undefined}
        data-as-of={shell.asOf}
        data-errors={shell.viewer ? assets.texts?.[locale].errors : undefined}
        data-text-kicked={t('common:session.kicked')}
        data-text-network={t('common:networkError')}
        data-text-unknown={t('errors:unknown')}
        data-text-kept={t('common:formRestored')}
        data-text-dismiss={t('common:dismiss')}
        data-text-undo={t('common:undo')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the page, rendered just before
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </html>
  );
}

function Icons({ branding }: { branding: Branding }) {
  const { small, large, touch, generated } = ownIcons(branding);
  const ours = generated ? undefined : '/icons/icon-192.png';
  const size = large ? '256x256' : '192x192';
  return (
    <>
      {small ? (
        <link rel="icon" href={small} />
      ) : (
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
      )}
      {(large ?? ours) ? <link rel="icon" href={large ?? ours} sizes={size} /> : null}
      {(touch ?? ours) ? <link rel="apple-touch-icon" href={touch ?? ours} /> : null}
    </>
  );
}

/** In the light theme; in the dark one the main colour is white (spec part 2 §2). */
function BrandColor({ color }: { color: string | null }) {
  if (color === null) return null;
  const main = safeColor(color);
  const pair = (name: string) => `--color-${name}:${main};--color-${name}-content:${textOn(color)}`;
  const own = `${pair('primary')};${pair('accent')};--focus:${main};--bubble-own:color-mix(in oklab,${main} 10%,#fff)`;
  const accent = `--color-accent:color-mix(in oklab,${main} 40%,#fff);--color-accent-content:#17181b`;
  const dark = `${accent};--focus:var(--color-primary);--bubble-own:color-mix(in oklab,${main} 20%,#272a2f)`;
  // White text stands on it; the main colour has enough contrast, a lighter one may not.
  const scene = `.auth-scene{--scene:${main};--scene-light:${main};--scene-deep:color-mix(in oklab,${main},#000 45%)}`;
  const inTheme = (theme: string, style: string) =>
    `:root[data-theme=${theme}]{${style}}@media (prefers-color-scheme:${theme}){:root:not([data-theme]){${style}}}`;
  const css = inTheme('light', own) + inTheme('dark', dark) + scene;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of a checked colour
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}
