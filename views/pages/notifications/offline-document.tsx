import { useBranding } from '../../branding.tsx';
import { useT } from '../../i18n.tsx';
import { BrandDrawing } from '../../layouts/brand.tsx';
import { safeColor } from '../../ui/contrast.ts';

const styleOf = (button: string) => `
  :root { color-scheme: light dark }
  body { margin: 0; display: grid; min-height: 100dvh; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#faf8f5, #131417); color: light-dark(#231f1b, #f2f0ed) }
  main { max-width: 26rem; padding: 2rem; text-align: center }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem }
  p { margin: 0 0 1.5rem; text-wrap: pretty }
  a { display: inline-block; padding: .625rem 1.25rem; border-radius: .5rem; font-weight: 600; text-decoration: none;
    background: light-dark(${button}, #fff); color: light-dark(#fff, #131417) }`;

const RETURN = `
  const look = () => fetch(location.href, { method: 'HEAD' }).then(() => location.reload(), () => undefined);
  addEventListener('online', look);
  setInterval(look, 5000);`;

/** Cached by the service worker for days without a network: self-contained, no other file. */
export function OfflineDocument({ lang, nonce }: { lang: string; nonce: string }) {
  const t = useT();
  const { name, color } = useBranding();
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${t('notifications:offline.title')} · ${name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of a checked colour */}
        <style dangerouslySetInnerHTML={{ __html: styleOf(color ? safeColor(color) : '#c2410c') }} />
      </head>
      <body>
        <main>
          <BrandDrawing {...{ name, color }} size={48} />
          <h1>{t('notifications:offline.title')}</h1>
          <p>{t('notifications:offline.text')}</p>
          {/* biome-ignore lint/a11y/useValidAnchor: leads to the address itself, which is the page that was asked for */}
          <a href="">{t('notifications:offline.retry')}</a>
        </main>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: RETURN }} />
      </body>
    </html>
  );
}
