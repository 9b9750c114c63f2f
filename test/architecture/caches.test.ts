import { expect, test } from 'bun:test';
import { BOUNDED_OTHERWISE } from './caches.ts';
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

/** The formatter decides where they stand: unindented, a field of a class, or a variable of a top-level function. */
function longLivedIn({ path, text }: Source): string[] {
  const found: string[] = [];
  let [inside, isClass] = ['', false];
  for (const line of text.split('\n')) {
    const [, fn, value, type] = BEGINS.exec(line) ?? [];
    if (fn ?? value ?? type) [inside, isClass] = [fn ?? value ?? type ?? '', type !== undefined];
    const [, indent, name] = MADE.exec(line) ?? [];
    if (name && (!indent || isClass || MAKER.test(inside))) found.push(`${path} ${name}`);
    if (path.endsWith('.module.ts') || MAKER.test(inside))
      for (const [, service, field] of line.matchAll(SERVICE)) found.push(`${path} ${service ?? field}`);
  }
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

test('all that is kept as long as the process has bounds of createRecent, or a reason why it cannot grow', () => {
  expect(sources.flatMap(longLivedIn).sort()).toEqual(Object.keys(BOUNDED_OTHERWISE).sort());
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
