import { emojiDataHref } from '../islands/composer/emoji-data.ts';

const LANGUAGES = ['pt', 'en', 'es'] as const;

/** Puts the emoji's names, which the picker loads when first opened, beside the built scripts. */
export async function buildAssets(outdir: string): Promise<void> {
  for (const language of LANGUAGES) {
    const source = Bun.resolveSync(`emoji-picker-element-data/${language}/cldr/data.json`, import.meta.dir);
    await Bun.write(`${outdir}/${emojiDataHref(language).split('/').at(-1)}`, Bun.file(source));
  }
}
