import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { API_REFERENCE_HREF } from './api-reference-href.ts';

/** Nothing is sent elsewhere: the library's fonts, proxy, telemetry and assistant are off. */
const SETTINGS = {
  url: '/api/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  documentDownloadType: 'json',
};
const START = `Scalar.createApiReference('#reference', ${JSON.stringify(SETTINGS)})`;
const BAR = { padding: '12px 16px', fontFamily: 'system-ui, sans-serif' };
/** The library darkens its page where the reader's system is dark. */
const BOTH = { colorScheme: 'light dark' };
const LINK = { color: 'CanvasText' };

/** A separate document: the library's styles would conflict with ours. */
export function ReferenceDocument({ nonce, locale }: { nonce: string; locale: string }) {
  const t = useT();
  return (
    <html lang={locale} style={BOTH}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t('publicApi:reference')}</title>
      </head>
      <body style={{ margin: 0 }}>
        <nav style={BAR}>
          <a href={paths.accessTokens()} style={LINK}>
            {t('publicApi:back')}
          </a>
        </nav>
        <div id="reference" />
        <script src={API_REFERENCE_HREF} nonce={nonce} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: START }} />
      </body>
    </html>
  );
}
