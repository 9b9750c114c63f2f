import { LOCALES, type Locale, loadTranslations } from '../../src/core/i18n.ts';
import type { Manifest } from '../../views/assets.ts';
import { TEXT_FILES } from '../../views/island-texts.ts';

type Texts = { [key: string]: string | Texts };

/** `sources` are the files whose code runs in browsers: texts that none of them names stay on the server. */
export async function writeTexts(outdir: string, sources: string[]): Promise<Manifest['texts']> {
  const translations = loadTranslations();
  const code = await Promise.all(sources.map((path) => Bun.file(path).text()));
  const isNamed = keysNamedIn(code.join('\n'));
  const write = async (locale: Locale, [file, namespaces]: [string, readonly string[]]) => {
    const parts = namespaces.map((namespace) => {
      const all = translations.strings(locale, namespace) as Texts;
      return [namespace, chosen(all, (key) => isNamed(`${namespace}:${key}`))];
    });
    const texts = JSON.stringify(Object.fromEntries(parts));
    const name = `texts-${file}-${locale}-${Bun.hash(texts).toString(36)}.json`;
    await Bun.write(`${outdir}/${name}`, texts);
    return [file, `/build/${name}`];
  };
  const addresses = LOCALES.map(async (locale) => [
    locale,
    Object.fromEntries(await Promise.all(Object.entries(TEXT_FILES).map((file) => write(locale, file)))),
  ]);
  return Object.fromEntries(await Promise.all(addresses));
}

/** A key is named as a whole, without its context and plural, or by its beginning: `tickets:status.${status}`. */
export function keysNamedIn(code: string): (key: string) => boolean {
  const named = new Set<string>();
  const begun: string[] = [];
  for (const [, key = '', more] of code.matchAll(/['"`]([a-zA-Z]+:[\w.]*)(\$\{)?/g))
    if (more) begun.push(key);
    else named.add(key);
  const isNamed = (key: string): boolean => {
    const end = key.lastIndexOf('_');
    return named.has(key) || (end > 0 && isNamed(key.slice(0, end)));
  };
  return (key) => isNamed(key) || begun.some((start) => key.startsWith(start));
}

function chosen(texts: Texts, isNamed: (key: string) => boolean, path = ''): Texts {
  const kept: Texts = {};
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'object') {
      const inner = chosen(text, isNamed, `${path}${key}.`);
      if (Object.keys(inner).length > 0) kept[key] = inner;
    } else if (isNamed(path + key)) kept[key] = text;
  }
  return kept;
}
