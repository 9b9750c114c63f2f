import { describe, expect, test } from 'bun:test';
import { PATTERNS } from '../hostile/patterns.ts';
import { mayBeSlow, patternsOf } from './patterns.ts';
import { isShipped, listSources } from './sources.ts';

const sources = listSources('{ts,tsx}', ['src', 'views', 'islands', 'demo']).filter(isShipped);

describe('regular expressions', () => {
  test.each([
    ['/BEGIN[\\s\\S]*?END/', true],
    ['/(a+)+$/', true],
    ['/^(a+)+$/', true],
    ['/^\\s*a\\s*=/', true],
    ['/;+$/', true],
    ['/a{3,}b/', true],
    ['/a{0,500}b/', true],
    ['/^a|\\s+b/', true],
    ['/^a*b/m', true],
    ['/^a*b/', false],
    ['/a{1,3}b/', false],
    ['/@.*/', false],
    ['/[^*]\\+$/', false],
    ['/(?:https?:\\/\\/)[^\\s]+/iy', false],
    ['/waid=(\\d+)/i', false],
  ])('mayBeSlow(%s) is %p', (literal, slow) => expect(mayBeSlow(literal)).toBe(slow));

  test('are found wherever they appear in source', () => {
    const text = [
      'const a = 1 / 2 / 3; // /no+t/',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is looked through
      "const b = '/no*t/' + `/no+t/ ${x.split(/in+/)} /no/`;",
      'if (/a[/]b/.test(b)) return <p title="it\'s">isn\'t {c.replace(/d\\/+/g, "/")} </p>;',
    ].join('\n');
    const found = patternsOf({ path: 'a.tsx', text: `export function f(x, c) { ${text} }` });
    expect(found).toEqual(['/in+/', '/a[/]b/', '/d\\/+/g']);
  });

  test('that may be slow are listed in the table of tested patterns', () => {
    const slow = sources.flatMap((source) =>
      patternsOf(source)
        .filter(mayBeSlow)
        .map((literal) => `${source.path} ${literal}`),
    );
    expect([...new Set(slow)].sort()).toEqual(PATTERNS.map(([path, literal]) => `${path} ${literal}`).sort());
  });

  test('are literals, because composed ones are not scanned', () => {
    const built = sources.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path);
    expect(built).toEqual([]);
  });
});
