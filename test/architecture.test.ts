import { describe, expect, test } from 'bun:test';
import {
  BROWSER_LIBRARIES,
  DEVIATIONS,
  type Kind,
  kindOf,
  MAY_IMPORT,
  PART_LIBRARIES,
  RANKS,
} from './architecture/rules.ts';
import { importsOf, isOurs, isShipped, listSources, type Source } from './architecture/sources.ts';

const sources = listSources('{ts,tsx}', ['src', 'views', 'islands', 'db', 'demo']).filter(isShipped);
const graph = new Map(sources.map((source) => [source.path, importsOf(source)]));
const NETWORKING =
  /^src\/(core\/(security\/safe-(fetch|call)|db\/remote\/database-server|cluster\/(forwarding|broadcast)|storage\/media-bucket\.client)\.ts$|whatsapp\/|adapters\/payments\/)|^demo\/(whatsapp|bank)\//;
const HTTP = /^hono(\/|$)|^@hono\//;

const isDeviation = (from: string, to: string) =>
  DEVIATIONS.some(([source, target]) => source.test(from) && target.test(to));

function offenders(isWrong: (from: string, to: string, kind: Kind) => boolean): string[] {
  return [...graph].flatMap(([from, targets]) =>
    targets
      .filter((to) => !isDeviation(from, to) && isWrong(from, to, kindOf(from)))
      .map((to) => `${from} → ${to}`),
  );
}

describe('import rules', () => {
  test('the scanner finds imports and ignores types', () => {
    const text = `import type { A } from './a.ts'; import { b, type B } from '@/b.ts'; b; await import('../c.ts');`;
    expect(importsOf({ path: 'src/modules/x/x.ts', text })).toEqual(['src/b.ts', 'src/modules/c.ts']);
    expect(graph.get('src/app.ts')).toContain('src/core/errors.ts');
  });

  test('every file imports only the kinds its row of the table allows', () => {
    const wrong = offenders((_from, to, kind) => {
      if (kind === 'root' || !isOurs(to) || to === 'package.json') return false;
      return !MAY_IMPORT[kind].includes(kindOf(to));
    });
    expect(wrong).toEqual([]);
  });

  test('a module imports only modules below it', () => {
    const moduleOf = (path: string) => /^src\/modules\/([^/]+)\//.exec(path)?.[1];
    const rank = (path: string) => RANKS.indexOf(moduleOf(path) ?? '');
    const unknown = [...graph.keys()].filter((path) => moduleOf(path) && rank(path) < 0);
    expect(unknown).toEqual([]);
    const isSchema = (path: string) => kindOf(path) === 'schema';
    expect(
      offenders(
        (from, to) =>
          moduleOf(to) !== undefined &&
          moduleOf(from) !== undefined &&
          !isSchema(to) &&
          rank(to) > rank(from),
      ),
    ).toEqual([]);
  });

  test('no route file imports another', () => {
    expect(offenders((_from, to, kind) => kind === 'routes' && kindOf(to) === 'routes')).toEqual([]);
  });

  test('JSON route files import no views', () => {
    const isJson = (path: string) => path.endsWith('.endpoints.ts');
    expect([...graph.keys()].filter(isJson).length).toBeGreaterThan(20);
    expect(offenders((from, to) => isJson(from) && to.startsWith('views/'))).toEqual([]);
  });

  test('schemas import nothing but zod because they ship to browsers', () => {
    expect(offenders((_from, to, kind) => kind === 'schema' && !isOurs(to) && to !== 'zod')).toEqual([]);
  });

  test('services, queries and policies do not depend on HTTP', () => {
    const isHttp = (to: string) => HTTP.test(to) || to.startsWith('src/core/http/');
    expect(offenders((_from, to, kind) => kind === 'logic' && isHttp(to))).toEqual([]);
  });

  test('the WhatsApp adapter imports no modules, and only it imports Baileys', () => {
    expect(
      offenders((_from, to, kind) => kind === 'whatsapp' && /^src\/(modules|dependencies)/.test(to)),
    ).toEqual([]);
    expect(offenders((from, to) => to.includes('baileys') && !/^(src|demo)\/whatsapp\//.test(from))).toEqual(
      [],
    );
  });

  test('browser code reaches no server code', () => {
    const reached = reachable('islands/client.ts');
    expect(reached.size).toBeGreaterThan(30);
    const isServer = (path: string) =>
      /^(db|src|demo)\//.test(path) && !['schema', 'leaf'].includes(kindOf(path));
    expect([...reached].filter((path) => isServer(path) || path.startsWith('views/pages/'))).toEqual([]);
    const libraries = [...reached].flatMap((path) => (graph.get(path) ?? []).filter((to) => !isOurs(to)));
    expect([...new Set(libraries)].filter((name) => !isForBrowsers(name))).toEqual([]);
  });

  test('the production app reaches neither simulators nor demo data', () => {
    const isPlay = (path: string) => path.startsWith('demo/');
    const reached = reachable('src/main.ts');
    expect(reached.size).toBeGreaterThan(100);
    expect([...reached].filter(isPlay)).toEqual([]);
    const shipped = /^(src|views|islands|db)\//;
    expect(offenders((from, to) => shipped.test(from) && isPlay(to))).toEqual([]);
  });

  test('parts and ui import only what runs in a browser', () => {
    const isShown = (kind: Kind) => kind === 'ui' || kind === 'parts';
    expect(
      offenders(
        (_from, to, kind) =>
          isShown(kind) && !isOurs(to) && !isForBrowsers(to) && !PART_LIBRARIES.includes(to),
      ),
    ).toEqual([]);
  });

  test('every listed deviation is in use', () => {
    const isUsed = ([source, target]: (typeof DEVIATIONS)[number]) =>
      [...graph].some(([from, targets]) => source.test(from) && targets.some((to) => target.test(to)));
    expect(DEVIATIONS.filter((deviation) => !isUsed(deviation)).map(([, , reason]) => reason)).toEqual([]);
  });

  test('there are no circular imports', () => {
    expect(circles()).toEqual([]);
  });
});

describe('restricted calls', () => {
  const without = (pattern: RegExp, allowed: (source: Source) => boolean) =>
    sources.filter((source) => !allowed(source) && pattern.test(source.text)).map((source) => source.path);

  test('only entry points read the environment, through config', () => {
    expect(
      without(/\b(process|Bun)\.env\b/, ({ path }) =>
        /^(src|demo|demo\/bank)\/(main|fill|process)\.ts$/.test(path),
      ),
    ).toEqual([]);
  });

  test('only the safe fetch, the safe call and the adapters make network requests', () => {
    const isAllowed = ({ path }: Source) => !/^(src|demo)\//.test(path) || NETWORKING.test(path);
    expect(
      without(/'node:(https?|http2|tls|dgram)'|(await|return|=>|=) fetch\(|Bun\.connect/, isAllowed),
    ).toEqual([]);
  });

  test('a medium is opened before it is read: the local copy may be missing', () => {
    const isOutside = ({ path }: Source) => !/^src\/(modules|web|core\/http)\/.*(?<!test)\.tsx?$/.test(path);
    expect(without(/storage\.pathOf\(/, isOutside)).toEqual([]);
  });

  test('modules take time and randomness from their scope', () => {
    const isOutside = ({ path }: Source) => !path.startsWith('src/modules/');
    expect(without(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/, isOutside)).toEqual([]);
  });
});

function isForBrowsers(name: string): boolean {
  return BROWSER_LIBRARIES.some((known) => (known.endsWith('/') ? name.startsWith(known) : name === known));
}

function reachable(start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    open.push(...(graph.get(path) ?? []).filter((to) => graph.has(to)));
  }
  return seen;
}

/** Tables refer to each other in circles; drizzle resolves references after all files are loaded. */
const areTables = (...files: string[]) => files.every((path) => /^db\/\w+\/schema\//.test(path));

function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const to of graph.get(path) ?? [])
      if (graph.has(to) && !areTables(path, to)) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return found;
}

describe('incoming live messages', () => {
  test('have one listener that parses them and handles failures', () => {
    const listens = /\b(socket|conn|client)\.(on|once|onAny|addListener|prependListener)\(/;
    const wrong = sources.filter(
      ({ path, text }) => path.startsWith('src/core/realtime/') && listens.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([
      'src/core/realtime/client-events.ts',
      'src/core/realtime/socket-io-engine.ts',
    ]);
    const imports = [...graph].filter(([, to]) => to.includes('socket.io')).map(([from]) => from);
    expect(imports).toEqual(['src/core/realtime/socket-io.ts']);
  });
});

test('request bodies are read in one place with limits', () => {
  const reads = /\breq\.(json|text|formData|parseBody|arrayBuffer|blob|bytes)\(|\.raw\.body\b|\breq\.raw\)/;
  const wrong = sources.filter(
    ({ path, text }) => /^(src|demo)\/(?!whatsapp)/.test(path) && reads.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
