import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_ERRORS, listErrorCodes } from '@/core/errors.ts';
import { sentenceOf } from '@/core/http/responses/error-responses.ts';
import { gatherErrors, LOCALES, loadTranslations } from '@/core/i18n.ts';
import { messageApiEndpoints } from '@/modules/message-api/message-api.endpoints.ts';
import { MODULES } from '@/modules.ts';
import { isShipped, listSources, ROOT } from './sources.ts';

const namespaces = readdirSync(join(ROOT, 'locales/pt')).map((file) => file.replace(/\.json$/, ''));
const texts = Object.fromEntries(
  LOCALES.map((locale) => [locale, Object.assign({}, ...namespaces.map((ns) => flatten(locale, ns)))]),
) as Record<(typeof LOCALES)[number], Record<string, string>>;

const PLURAL = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(PLURAL, '');
const stems = (locale: (typeof LOCALES)[number]) => new Set(Object.keys(texts[locale]).map(stem));

/** Spec part 1 §8. */
const SPEC_CODES = [
  'ERR_NO_OTHER_WHATSAPP',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_DOWNLOAD_MEDIA',
  'ERR_INVALID_CREDENTIALS',
  'ERR_SENDING_WAPP_MSG',
  'ERR_DELETE_WAPP_MSG',
  'ERR_OTHER_OPEN_TICKET',
  'ERR_SESSION_EXPIRED',
  'ERR_USER_CREATION_DISABLED',
  'ERR_NO_PERMISSION',
  'ERR_DUPLICATED_CONTACT',
  'ERR_NO_SETTING_FOUND',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_CREATING_MESSAGE',
  'ERR_CREATING_TICKET',
  'ERR_FETCH_WAPP_MSG',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_WAPP_GREETING_REQUIRED',
];

describe('locales', () => {
  test('have the same files', () => {
    const files = (locale: string) => readdirSync(join(ROOT, 'locales', locale)).sort();
    expect(files('en')).toEqual(files('pt'));
    expect(files('es')).toEqual(files('pt'));
  });

  for (const locale of ['en', 'es'] as const) {
    test(`${locale} has the same keys as pt`, () => {
      const missing = [...stems('pt')].filter((key) => !stems(locale).has(key));
      const extra = [...stems(locale)].filter((key) => !stems('pt').has(key));
      expect({ missing, extra }).toEqual({ missing: [], extra: [] });
    });

    test(`${locale} uses the same placeholders`, () => {
      const different = Object.keys(texts.pt)
        .filter((key) => texts[locale][key] !== undefined)
        .filter((key) => placeholders(texts[locale][key]) !== placeholders(texts.pt[key]));
      expect(different).toEqual([]);
    });
  }

  for (const locale of LOCALES) {
    test(`${locale} has every plural form and no empty text`, () => {
      const keys = Object.keys(texts[locale]);
      const plural = new Set(keys.filter((key) => PLURAL.test(key)).map(stem));
      const forms = locale === 'en' ? ['_one', '_other'] : ['_one', '_many', '_other'];
      const lacking = [...plural].filter(
        (key) => !['_one', '_other'].every((form) => keys.includes(key + form)),
      );
      const strange = keys.filter((key) => PLURAL.test(key) && !forms.some((form) => key.endsWith(form)));
      const empty = keys.filter((key) => texts[locale][key]?.trim() === '');
      expect({ lacking, strange, empty }).toEqual({ lacking: [], strange: [], empty: [] });
    });
  }
});

describe('translation keys in code', () => {
  const sources = listSources('{ts,tsx}', ['src', 'views', 'islands', 'demo']).filter(isShipped);

  test('every literal key exists', () => {
    const literal = new RegExp(`['"\`]((?:${namespaces.join('|')}):[A-Za-z0-9_.]+)['"\`]`, 'g');
    const known = stems('pt');
    const unknown = sources.flatMap(({ path, text }) =>
      [...text.matchAll(literal)]
        .filter(([, key = '']) => !known.has(key) && !known.has(subjectOf(key)))
        .map(([, key]) => `${path}: ${key}`),
    );
    expect(unknown).toEqual([]);
  });

  test('every composed key has the prefix of an existing key', () => {
    const made = new RegExp(`\`((?:${namespaces.join('|')}):[A-Za-z0-9_.]*)\\$\\{`, 'g');
    const known = [...stems('pt')];
    const unknown = sources.flatMap(({ path, text }) =>
      [...text.matchAll(made)]
        .filter(([, start = '']) => !known.some((key) => key.startsWith(start)))
        .map(([, start]) => `${path}: ${start}…`),
    );
    expect(unknown).toEqual([]);
  });

  test('every key has a namespace', () => {
    const bare = /\bt\('([^':]+)'/g;
    expect(
      sources.flatMap(({ path, text }) => [...text.matchAll(bare)].map((found) => `${path}: ${found[1]}`)),
    ).toEqual([]);
  });
});

describe('error codes', () => {
  const codes = listErrorCodes();

  test('each belongs to core or one module', () => {
    const named = [CORE_ERRORS, ...MODULES.map(({ errors = {} }) => errors)].flatMap(Object.keys);
    expect(named.sort()).toEqual([...codes].sort());
  });

  test('core and WhatsApp use no code of a module', () => {
    const below = listSources('{ts,tsx}', ['src/core', 'src/whatsapp']).filter(isShipped);
    const theirs = below.flatMap(({ path, text }) =>
      [...text.matchAll(/'(ERR_\w+)'/g)].flatMap(([, code = '']) =>
        code in CORE_ERRORS ? [] : `${path}: ${code}`,
      ),
    );
    expect(theirs).toEqual([]);
  });

  test('every code of the specification exists', () => {
    expect(SPEC_CODES.filter((code) => !codes.includes(code))).toEqual([]);
  });

  test('every code has a text in three languages', () => {
    const untold = LOCALES.flatMap((locale) =>
      codes.filter((code) => !texts[locale][`errors:${code}`]).map((code) => `${locale} ${code}`),
    );
    expect(untold).toEqual([]);
  });

  test('no text shows a raw placeholder or code, with or without context', () => {
    const { t } = loadTranslations();
    const bare = LOCALES.flatMap((locale) =>
      codes.flatMap((code) => {
        const key = `errors:${code}`;
        const contexts = Object.keys(texts[locale]).flatMap((one) =>
          one.startsWith(`${key}_`) ? [{ context: one.slice(key.length + 1) }] : [],
        );
        return [{}, ...contexts]
          .map((details) => sentenceOf(t(locale), code, details))
          .filter((text) => text === '' || text.includes('{{') || text.includes('ERR_'));
      }),
    );
    expect(bare).toEqual([]);
  });

  test('every placeholder of a text is supplied where the error is thrown', () => {
    const thrown = listSources('{ts,tsx}', ['src', 'demo'])
      .filter(isShipped)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/new AppError\('(ERR_\w+)'(?:, (\{[^}]*\}))?/g)].flatMap(
          ([, code = '', details = '']) =>
            [...(texts.pt[`errors:${code}`] ?? '').matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) =>
              new RegExp(`\\b${name}\\b`).test(details) ? [] : `${path}: ${code} ${name}`,
            ),
        ),
      );
    expect(thrown).toEqual([]);
  });

  test('no text remains for a removed code', () => {
    const onlyOfIslands = ['ERR_NETWORK'];
    // A code may have a lower-case suffix, i18next's context.
    const reported = Object.keys(texts.pt).flatMap(
      (key) => /^errors:(ERR_[A-Z_]+?)(_[a-z]+)?$/.exec(key)?.[1] ?? [],
    );
    expect(reported.filter((code) => !codes.includes(code) && !onlyOfIslands.includes(code))).toEqual([]);
  });
});

function read(locale: (typeof LOCALES)[number]) {
  const file = (ns: string) => readFileSync(join(ROOT, 'locales', locale, `${ns}.json`), 'utf8');
  return gatherErrors(namespaces.map((ns) => [ns, JSON.parse(file(ns))]));
}

function flatten(locale: (typeof LOCALES)[number], namespace: string): Record<string, string> {
  const walk = (value: unknown, path: string): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => walk(inner, path === '' ? key : `${path}.${key}`))
      : [[`${namespace}:${path}`, String(value)]];
  return Object.fromEntries(walk(read(locale)[namespace] ?? {}, ''));
}

const subjectOf = (kind: string) => `${kind.replace(':', ':mail.')}.subject`;

function placeholders(text = ''): string {
  return [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort().join(' ');
}

test('codes in the API call log have a text without placeholders', () => {
  const logged = [...messageApiEndpoints.flatMap(({ errors }) => errors), 'ERR_MESSAGES_QUOTA'];
  const shown = logged.map((code) => texts.pt[`errors:${code}_plain`] ?? texts.pt[`errors:${code}`] ?? '');
  expect(shown.filter((text) => text.includes('{{'))).toEqual([]);
});
