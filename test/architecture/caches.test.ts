import { expect, test } from 'bun:test';
import { BOUNDED_BY_ENTRIES, BOUNDED_OTHERWISE } from './caches.ts';
import { isShipped, listSources, type Source } from './sources.ts';

const sources = listSources('{ts,tsx}', ['src', 'views']).filter(
  (one) => isShipped(one) && !one.path.includes('/simulator/'),
);

const BEGINS =
  /^(?:export )?(?:default )?(?:async )?(?:function (\w+)|const (\w+) = |(?:abstract )?class (\w+))/;
/** Functions that give something to be kept: their variables live as long as it does. */
const MAKER = /^(create|open|watch|keep|note|session)[A-Z]|^loadTranslations$/;
const MADE =
  /^( {2})?(?:export )?(?:(?:private|readonly|static|const|let) )*#?(\w+)(?:: [^=]+)? = new (?:Map|Set|LRUCache)(?:<.*>)?\(\)/;
const SERVICE = /(\w+): \(\) => new (?:Map|Set)\(\)|^ {4}(\w+): new (?:Map|Set)\(\),$/g;

/** What is written to at the top of a module, however it begins: `new Map([…])`, `{}`, `[]`. */
const AT_THE_TOP = /^(?:export )?(?:const|let) (\w+)(?::[^=]+)? =\s+(?:new (?:Map|Set)\b|\{|\[)/gm;
const isWritten = (text: string, name: string) =>
  new RegExp(`\\b${name}(?:\\.(?:set|add|push|unshift)\\(|\\[[^\\]]+\\] (?:\\?\\?|\\|\\|)?=[^=])`).test(text);
/** Kept in something that lives longer than the call that makes it. */
const KEPT_ELSEWHERE = /(?:const|let) (\w+)[^=]* = [^=]*\?\? new (?:Map|Set)\b/;

/** The formatter decides where they stand: unindented, a field of a class, or a variable of a top-level function. */
function longLivedIn({ path, text }: Source): string[] {
  const found: string[] = [];
  let [inside, isClass] = ['', false];
  for (const line of text.split('\n')) {
    const [, fn, value, type] = BEGINS.exec(line) ?? [];
    if (fn ?? value ?? type) [inside, isClass] = [fn ?? value ?? type ?? '', type !== undefined];
    const [, elsewhere] = KEPT_ELSEWHERE.exec(line) ?? [];
    if (elsewhere) found.push(`${path} ${elsewhere}`);
    const [, indent, name] = MADE.exec(line) ?? [];
    if (name && (!indent || isClass || MAKER.test(inside))) found.push(`${path} ${name}`);
    if (path.endsWith('.module.ts') || MAKER.test(inside))
      for (const [, service, field] of line.matchAll(SERVICE)) found.push(`${path} ${service ?? field}`);
  }
  for (const [, name = ''] of text.matchAll(AT_THE_TOP))
    if (isWritten(text, name)) found.push(`${path} ${name}`);
  return [...new Set(found)];
}

test('a map in a module, a class, a maker or a list of services is found, and one of a call is not', () => {
  const text = [
    'const days = new Map<string, Day>();',
    'export class Lines {',
    '  readonly numbers = new Set<string>();',
    '}',
    'export function createThings(): Things {',
    '  const known = new Map<number, Thing>();',
    '}',
    'function sum(rows: Row[]) {',
    '  const found = new Map<number, Row>();',
    '}',
  ].join('\n');
  expect(longLivedIn({ path: 'src/a.ts', text })).toEqual([
    'src/a.ts days',
    'src/a.ts numbers',
    'src/a.ts known',
  ]);
  const services = 'export const it = defineModule({\n  services: { pauses: () => new Map() },\n});';
  expect(longLivedIn({ path: 'src/a.module.ts', text: services })).toEqual(['src/a.module.ts pauses']);
});

test('what is written to at the top of a module is found, and a table of words is not', () => {
  const text = [
    "const names = new Map([['a', 1]]);",
    'const known: Record<string, Thing> = {};',
    'const last: Thing[] = [];',
    "const WORDS = new Set(['a', 'b']);",
    'const KINDS = { a: 1 };',
    'function keep(id: string, thing: Thing, subscribed: WeakMap<object, Set<string>>) {',
    '  const ids = subscribed.get(thing) ?? new Set<string>();',
    '  names.set(id, 2);',
    '  known[id] = thing;',
    '  last.push(thing);',
    '  return WORDS.has(id) && KINDS.a === 1;',
    '}',
  ].join('\n');
  expect(longLivedIn({ path: 'src/a.ts', text }).sort()).toEqual([
    'src/a.ts ids',
    'src/a.ts known',
    'src/a.ts last',
    'src/a.ts names',
  ]);
});

test('all that is kept as long as the process has bounds of createRecent, or a reason why it cannot grow', () => {
  expect(sources.flatMap(longLivedIn).sort()).toEqual(Object.keys(BOUNDED_OTHERWISE).sort());
});

/** Given a number, or an object without bytes or life. */
function boundedByEntries({ path, text }: Source): string[] {
  const calls = [
    ...text.matchAll(/(\w+)(?:: | = )(?:[^\n;]*\?\? )?createRecent(?:<.*>)?\((\{[\s\S]*?\n *\}\)|[^)]*)/g),
  ];
  // None escapes by being written in another way.
  expect({ path, calls: calls.length }).toEqual({
    path,
    calls: text.match(/createRecent(?:<[^\n]*>)?\(/g)?.length ?? 0,
  });
  return calls.flatMap(([, name, given = '']) => {
    const lacks = ['bytes', 'lifeMs'].filter((bound) => !given.includes(`${bound}:`));
    return lacks.length > 0 ? [`${path} ${name} without ${lacks.join(', ')}`] : [];
  });
}

test('a cache is bounded in entries, bytes and life, or says why it needs no such bound', () => {
  expect(boundedByEntries({ path: 'a.ts', text: 'const known = createRecent<Thing>(MOST);' })).toEqual([
    'a.ts known without bytes, lifeMs',
  ]);
  const found = sources.filter(({ path }) => path !== 'src/kernel/recent.ts').flatMap(boundedByEntries);
  expect(found.sort()).toEqual(Object.keys(BOUNDED_BY_ENTRIES).sort());
});

test('only createRecent makes caches', () => {
  const makers = sources.filter(({ text }) => text.includes('new LRUCache')).map(({ path }) => path);
  // Views do not reach the kernel; the other closes what it drops.
  expect(makers).toEqual([
    'src/kernel/db/slow-reads-process.ts',
    'src/kernel/recent.ts',
    'views/kept-markup.tsx',
    'views/layouts/frame.tsx',
  ]);
});
