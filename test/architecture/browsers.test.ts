import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, listSources, ROOT } from './sources.ts';

/** Newer than Chrome 120, Safari 17.0 or Firefox 128, the oldest browsers that docs/operations/install.md names. */
const TOO_NEW: Record<string, RegExp> = {
  'Element.checkVisibility, Safari 17.4': /\.checkVisibility\(/,
  'Object.groupBy, Safari 17.4': /\b(?:Object|Map)\.groupBy\(/,
  'Promise.withResolvers, Safari 17.4': /\bPromise\.withResolvers\(/,
  'AbortSignal.any, Safari 17.4': /\bAbortSignal\.any\(/,
  'URL.parse, Safari 18.0': /\bURL\.parse\(/,
  'Promise.try, Safari 18.2': /\bPromise\.try\(/,
  'RegExp.escape, Safari 18.2': /\bRegExp\.escape\(/,
  'iterator helpers, Safari 18.4':
    /(?<!\b(?:Object|Array))\.(?:values|keys|entries|matchAll)\([^()]*\)\s*\.(?:map|filter|some|every|find|reduce|forEach|flatMap|take|drop|toArray)\(/,
  'Uint8Array in base64, Safari 18.2': /\.(?:from|to)(?:Base64|Hex)\(/,
  'Temporal, in no Safari': /\bTemporal\.\w/,
  'requestIdleCallback, in no Safari':
    /(?<!typeof requestIdleCallback === 'function'\) )\brequestIdleCallback\(/,
  'Dialog.requestClose, Safari 18.4': /(?<!if \(layer\.requestClose\) layer)\.requestClose\(/,
  'the Navigation API, Safari 26': /\bwindow\.navigation\.(?!currentEntry\?)/,
};

test('code of browsers calls nothing that the oldest supported ones do not have', () => {
  const sources = new Map(listSources('{ts,tsx}').map((source) => [source.path, source]));
  const reached = new Set<string>();
  const follow = (path: string) => {
    const source = sources.get(path);
    if (!source || reached.has(path)) return;
    reached.add(path);
    for (const next of importsOf(source)) follow(next);
  };
  follow('islands/client.ts');
  expect(reached.has('islands/forms/steps.ts')).toBe(true);
  expect(reached.has('views/parts/messages/whatsapp-format.ts')).toBe(true);
  const files = [...reached, 'public/sw.js', 'public/widget.js'];
  const found = files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return Object.entries(TOO_NEW).flatMap(([name, use]) => (use.test(text) ? `${path}: ${name}` : []));
  });
  expect(found).toEqual([]);
});
