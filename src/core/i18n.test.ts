import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_ERRORS } from './errors.ts';
import { chooseLocale, isLocale, LOCALES, type Locale, loadTranslations } from './i18n.ts';

const translations = loadTranslations();

describe('locale', () => {
  const cases: [string | undefined, string | undefined, Locale][] = [
    [undefined, undefined, 'pt'],
    [undefined, '', 'pt'],
    [undefined, 'en-US,en;q=0.9', 'en'],
    [undefined, 'pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    [undefined, 'de,fr;q=0.9', 'pt'],
    [undefined, 'de, es;q=0.3, en;q=0.7', 'en'],
    [undefined, 'en;q=0.1, es;q=0.5', 'es'],
    [undefined, 'en; q=0.1, es ; q = 0.5', 'es'],
    [undefined, 'en;q=0, es;q=0.1', 'es'],
    [undefined, 'en;q=0', 'pt'],
    [undefined, 'en;q=nonsense', 'pt'],
    [undefined, '*', 'pt'],
    [undefined, 'EN-gb', 'en'],
    [undefined, 'est,en;q=0.5', 'en'],
    ['es', 'en', 'es'],
    ['xx', 'en', 'en'],
    ['', 'en', 'en'],
    ['__proto__', 'toString', 'pt'],
  ];
  for (const [chosen, header, locale] of cases)
    test(`${chosen ?? '–'} and "${header ?? '–'}" is ${locale}`, () =>
      expect(chooseLocale(chosen, header)).toBe(locale));

  test('isLocale accepts only supported codes', () =>
    expect(['pt', 'PT', undefined].map(isLocale)).toEqual([true, false, false]));
});

describe('translations', () => {
  test('do not name the product: a platform has a name of its own', () => {
    const root = join(import.meta.dir, '../../locales');
    const named = LOCALES.flatMap((locale) =>
      readdirSync(join(root, locale)).filter(
        (file) =>
          file !== 'simulator.json' && readFileSync(join(root, locale, file), 'utf8').includes('Balcão'),
      ),
    );
    expect(named).toEqual([]);
  });

  test('write zero in the plural', () => {
    const none = LOCALES.map((locale) => translations.t(locale)('messages:jumpNew', { count: 0 }));
    expect(none.map((text) => text.split(':')[0])).toEqual([
      '0 mensagens novas',
      '0 new messages',
      '0 mensajes nuevos',
    ]);
  });

  test('every error has a text in every language', () => {
    for (const locale of LOCALES) {
      const texts = JSON.parse(
        readFileSync(join(import.meta.dir, `../../locales/${locale}/errors.json`), 'utf8'),
      ) as Record<string, string>;
      const missing = Object.keys(CORE_ERRORS).filter((code) => !texts[code]);
      expect([locale, missing]).toEqual([locale, []]);
    }
  });

  test('every language has every namespace and key', () => {
    const root = join(import.meta.dir, '../../locales');
    const keysOf = (value: unknown, path = ''): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
        : [path.replace(/_(zero|one|two|few|many|other)$/, '')];
    for (const file of readdirSync(join(root, 'pt'))) {
      const read = (locale: Locale) =>
        [...new Set(keysOf(JSON.parse(readFileSync(join(root, locale, file), 'utf8'))))].toSorted();
      const pt = read('pt');
      for (const locale of LOCALES) expect([file, locale, read(locale)]).toEqual([file, locale, pt]);
    }
  });

  test('missing keys return themselves and values are neither escaped nor evaluated', () => {
    const t = translations.t('pt');
    expect(t('errors:NOT_THERE')).toBe('NOT_THERE');
    const name = '<b>$t(errors:ERR_INTERNAL) {{x}}';
    expect(t('errors:ERR_TICKET_ALREADY_ACCEPTED', { name })).toContain(name);
  });
});
