import { expect, test } from 'bun:test';
import { readSource } from '../../scripts/source-text.ts';
import { ALLOWED, faultOf, partsOf, REPLACED, replacedWordIn } from '../../scripts/vocabulary.ts';
import { isProduct, listSources } from './sources.ts';

const sources = listSources('{ts,tsx,css}').map(({ path, text }) => ({ path, ...readSource(path, text) }));

test('the scanner finds replaced words in identifiers, comments, titles and log texts', () => {
  expect(['tellToast', 'sealed_at', 'ChoreRunner', 'DESK_URL'].map(replacedWordIn)).toEqual([
    'tell',
    'sealed',
    'chore',
    'desk',
  ]);
  expect(['placeholder', 'header', 'restore', 'keyword', 'drawer'].map(replacedWordIn)).toEqual(
    Array(5).fill(undefined),
  );
  expect(partsOf('readHTMLPage')).toEqual(['read', 'html', 'page']);
  expect(faultOf('/** Whoever waits is served. */')).toBe('Whoever');
  expect(faultOf('// What it keeps of a ticket.')).toBe('What');
  expect(faultOf('/** The desk tells it. */')).toBe('desk');
  expect(faultOf('/** Stores `desk` rows. */')).toBeUndefined();
  const { identifiers, comments, titles } = readSource(
    'a.tsx',
    "// one\nconst a = <b title=\"//\">// no</b>; /* two */\ntest.each([1])('a title', () => this.log.warn(a, 'a log'));\ncheck('a journey', [{ name: 'a row', method, path }]);",
  );
  expect([...identifiers].sort()).toEqual([
    'a',
    'b',
    'check',
    'each',
    'log',
    'method',
    'name',
    'path',
    'test',
    'title',
    'warn',
  ]);
  expect([comments, titles].map((list) => list.map(({ text }) => text))).toEqual([
    ['// one', '/* two */'],
    ["'a title'", "'a log'", "'a journey'", "'a row'"],
  ]);
});

test('identifiers use the field’s terms (docs/glossary.md)', () => {
  const wrong = sources.flatMap(({ path, identifiers }) =>
    [...identifiers].flatMap((name) => {
      const word = replacedWordIn(name);
      return word ? [`${path}: ${name}: instead of "${word}" write ${REPLACED[word]}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('comments, test titles and log texts are plain English', () => {
  const wrong = sources.flatMap(({ path, comments, titles }) =>
    [...comments, ...titles.map((title) => ({ ...title, text: title.text.slice(1, -1) }))].flatMap(
      ({ line, text }) => {
        const fault = faultOf(text);
        return fault ? [`${path}:${line}: "${fault}" in ${text}`] : [];
      },
    ),
  );
  expect(wrong).toEqual([]);
});

test('comments are at most 3 % of the source', () => {
  const code = sources.filter(isProduct);
  const count = (of: { lines: number }[]) => of.reduce((sum, { lines }) => sum + lines, 0);
  expect(count(code)).toBeGreaterThan(50_000);
  expect(count(code.flatMap(({ comments }) => comments)) / count(code)).toBeLessThan(0.03);
});

test('every allowed identifier is in use', () => {
  const known = new Set(sources.flatMap(({ identifiers }) => [...identifiers]));
  expect(ALLOWED.flatMap(({ names }) => names.split(' ')).filter((name) => !known.has(name))).toEqual([]);
});
