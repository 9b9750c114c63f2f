import { expect, test } from 'bun:test';
import { BOUNDED_BY_ENTRIES, BOUNDED_OTHERWISE } from './caches.ts';
import { isShipped, listSources, type Source } from './sources.ts';

const sources = listSources('{ts,tsx}', ['src', 'views', 'demo']).filter(
  (one) => isShipped(one) && !/^demo\/(whatsapp|bank)\//.test(one.path),
);

const BEGINS =
  /^(?:export )?(?:default )?(?:async )?(?:function (\w+)|const (\w+) = |(?:abstract )?class (\w+))/;
/** Factories whose variables live as long as what they return. */
const MAKER = /^(create|open|watch|preserve|note|session|start)[A-Z]|^loadTranslations$/;
const MADE =
  /^( {2})?(?:export )?(?:(?:private|readonly|static|const|let) )*#?(\w+)(?:: [^=]+)? = new (?:Map|Set|LRUCache)(?:<.*>)?\(\)/;
const SERVICE = /(\w+): \(\) => new (?:Map|Set)\(\)|^ {4}(\w+): new (?:Map|Set)\(\),$/g;

/** Top-level collections in every notation: `new Map([…])`, `{}`, `[]`. */
const AT_THE_TOP = /^(?:export )?(?:const|let) (\w+)(?::[^=]+)? =\s+(?:new (?:Map|Set)\b|\{|\[)/gm;
const isWritten = (text: string, name: string) =>
  new RegExp(`\\b${name}(?:\\.(?:set|add|push|unshift)\\(|\\[[^\\]]+\\] (?:\\?\\?|\\|\\|)?=[^=])`).test(text);
/** Collections stored in objects that outlive the call that creates them. */
const STORED_ELSEWHERE = /(?:const|let) (\w+)[^=]* = [^=]*\?\? new (?:Map|Set)\b/;

/** Relies on the formatter: unindented, a field of a class, or a variable of a top-level function. */
function longLivedIn({ path, text }: Source): string[] {
  const found: string[] = [];
  let [inside, isClass] = ['', false];
  for (const line of text.split('\n')) {
    const [, fn, value, type] = BEGINS.exec(line) ?? [];
    if (fn ?? value ?? type) [inside, isClass] = [fn ?? value ?? type ?? '', type !== undefined];
    const [, elsewhere] = STORED_ELSEWHERE.exec(line) ?? [];
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

test('the scanner finds maps in modules, classes, factories and service lists, but not in calls', () => {
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

test('the scanner finds mutable module-level values, but not constant tables', () => {
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

test('everything long-lived is bounded by createRecent or has a stated reason', () => {
  expect(sources.flatMap(longLivedIn).sort()).toEqual(Object.keys(BOUNDED_OTHERWISE).sort());
});

/** True when called with a number, or with an object without bytes or life. */
function boundedByEntries({ path, text }: Source): string[] {
  const calls = [
    ...text.matchAll(/(\w+)(?:: | = )(?:[^\n;]*\?\? )?createRecent(?:<.*>)?\((\{[\s\S]*?\n *\}\)|[^)]*)/g),
  ];
  // Every call is matched, whatever its notation.
  expect({ path, calls: calls.length }).toEqual({
    path,
    calls: text.match(/createRecent(?:<[^\n]*>)?\(/g)?.length ?? 0,
  });
  return calls.flatMap(([, name, options = '']) => {
    const lacks = ['bytes', 'lifeMs'].filter((bound) => !options.includes(`${bound}:`));
    return lacks.length > 0 ? [`${path} ${name} without ${lacks.join(', ')}`] : [];
  });
}

test('every cache is bounded in entries, bytes and lifetime or has a stated reason', () => {
  expect(boundedByEntries({ path: 'a.ts', text: 'const known = createRecent<Thing>(MOST);' })).toEqual([
    'a.ts known without bytes, lifeMs',
  ]);
  const found = sources.filter(({ path }) => path !== 'src/core/bounded-cache.ts').flatMap(boundedByEntries);
  expect(found.sort()).toEqual(Object.keys(BOUNDED_BY_ENTRIES).sort());
});

test('only createRecent creates caches', () => {
  const makers = sources.filter(({ text }) => text.includes('new LRUCache')).map(({ path }) => path);
  // Views do not reach core; the other closes what it drops.
  expect(makers).toEqual([
    'src/core/bounded-cache.ts',
    'src/core/db/slow-reads/slow-reads.worker.ts',
    'views/cached-markup.tsx',
    'views/layouts/frame.tsx',
  ]);
});
