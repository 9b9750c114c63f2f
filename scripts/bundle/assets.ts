import { fileURLToPath } from 'node:url';
import { emojiDataHref } from '../../islands/composer/emoji/emoji-data.ts';
import { MP3_ENCODER_HREF } from '../../islands/composer/voice/mp3-encoder.ts';
import { API_REFERENCE_HREF } from '../../views/pages/public-api/api-reference-href.ts';

const LANGUAGES = ['pt', 'en', 'es'] as const;
const root = fileURLToPath(new URL('../../', import.meta.url));

export async function buildAssets(outdir: string): Promise<void> {
  const copy = (from: string, href: string) =>
    Bun.write(`${outdir}/${href.split('/').at(-1)}`, Bun.file(`${root}node_modules/${from}`));
  await Promise.all([
    ...LANGUAGES.map((language) =>
      copy(`emoji-picker-element-data/${language}/cldr/data.json`, emojiDataHref(language)),
    ),
    copy('wasm-media-encoders/wasm/mp3.wasm', MP3_ENCODER_HREF),
    copy('@scalar/api-reference/dist/browser/standalone.js', API_REFERENCE_HREF),
  ]);
}
