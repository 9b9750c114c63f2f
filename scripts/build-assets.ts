import { gzipSync } from 'node:zlib';
import { emojiDataHref } from '../islands/composer/emoji-data.ts';

const LANGUAGES = ['pt', 'en', 'es'] as const;

/** Puts the emoji's names, which the picker loads when first opened, beside the built scripts. */
export async function buildAssets(outdir: string): Promise<void> {
  for (const language of LANGUAGES) {
    const source = Bun.resolveSync(`emoji-picker-element-data/${language}/cldr/data.json`, import.meta.dir);
    const data = new Uint8Array(await Bun.file(source).arrayBuffer());
    const file = `${outdir}/${emojiDataHref(language).split('/').at(-1)}`;
    await Bun.write(file, data);
    await Bun.write(`${file}.gz`, gzipSync(data, { level: 9 }));
  }
}
