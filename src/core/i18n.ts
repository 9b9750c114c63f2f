import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type TFunction } from 'i18next';
import { createRecent } from './bounded-cache.ts';

export const LOCALES = ['pt', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
/** The plural rules of Portugal write "0 mensagens"; those of Brazil write "0 mensagem". */
const withRules = (locale: Locale) => (locale === 'pt' ? 'pt-PT' : locale);
export type Translate = (key: string, vars?: Record<string, string | number>) => string;

export type Translations = {
  t(locale: Locale): Translate;
  strings(locale: Locale, namespace: string): Record<string, unknown>;
};

export function loadTranslations(dir = join(import.meta.dir, '../../locales')): Translations {
  const namespaces = readdirSync(join(dir, 'pt')).map((file) => file.replace(/\.json$/, ''));
  const read = (locale: Locale) =>
    gatherErrors(
      namespaces.map((ns) => [ns, JSON.parse(readFileSync(join(dir, locale, `${ns}.json`), 'utf8'))]),
    );
  const resources = Object.fromEntries(LOCALES.map((locale) => [locale, read(locale)]));
  const i18next = createInstance({
    resources: Object.fromEntries(LOCALES.map((locale) => [withRules(locale), resources[locale] ?? {}])),
    ns: namespaces,
    defaultNS: 'common',
    fallbackLng: withRules('pt'),
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  i18next.init();
  const fixed = new Map(
    LOCALES.map((locale) => [locale, rememberTexts(i18next.getFixedT(withRules(locale)))]),
  );
  const strings = new Map<string, Record<string, unknown>>();
  const portuguese = fixed.get('pt') ?? ((key: string) => key);
  return {
    t: (locale) => fixed.get(locale) ?? portuguese,
    strings: (locale, namespace) => {
      const cacheKey = `${locale} ${namespace}`;
      const merged = strings.get(cacheKey) ?? {
        ...resources.pt?.[namespace],
        ...resources[locale]?.[namespace],
      };
      strings.set(cacheKey, merged);
      return merged;
    },
  };
}

type Texts = Record<string, unknown>;

/** Modules store their error texts in their own files; they are read as `errors:ERR_…`, like those of core. */
export function gatherErrors(files: [namespace: string, texts: Texts][]): Record<string, Texts> {
  const gathered: Record<string, Texts> = {};
  for (const [namespace, texts] of files)
    for (const [key, text] of Object.entries(texts)) {
      const home = key.startsWith('ERR_') ? 'errors' : namespace;
      gathered[home] ??= {};
      gathered[home][key] = text;
    }
  return gathered;
}

function rememberTexts(t: TFunction): Translate {
  const known = createRecent<string>({
    entries: MAX_TEXTS,
    bytes: { most: MAX_BYTES, of: (text) => text.length },
  });
  return (key, vars) => {
    const cacheKey = vars ? `${key} ${JSON.stringify(vars)}` : key;
    const cached = known.get(cacheKey);
    if (cached !== undefined) return cached;
    const text = String(t(key, vars ?? {}));
    known.set(cacheKey, text);
    return text;
  };
}

const MAX_TEXTS = 5_000;
const MAX_BYTES = 2_097_152;

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

export function chooseLocale(chosen: string | undefined, acceptLanguage: string | undefined): Locale {
  if (isLocale(chosen)) return chosen;
  if (!acceptLanguage) return 'pt';
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((word) => word.trim());
      const quality = Number(weight.replace(/^q\s*=/i, ''));
      return { language: tag.toLowerCase().split('-', 1)[0], quality };
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted.map((entry) => entry.language).find(isLocale) ?? 'pt';
}
