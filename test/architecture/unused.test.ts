import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@/core/i18n.ts';
import { listSources, ROOT } from './sources.ts';

test('no export, file or dependency is unused', async () => {
  const kinds = ['--include', 'exports,types,files,dependencies', '--no-progress', '--no-config-hints'];
  const knip = Bun.spawn([process.execPath, 'node_modules/.bin/knip', ...kinds], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [sent, code] = await Promise.all([new Response(knip.stdout).text(), knip.exited]);
  expect({ output: sent.trim(), code }).toEqual({ output: '', code: 0 });
});

type Texts = { [key: string]: string | Texts };

function keysOf(texts: Texts, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const address = `${prefix}${key.replace(/_(one|many|other)$/, '')}`;
    return typeof value === 'string' ? [address] : keysOf(value, `${prefix}${key}.`);
  });
}

test('every translation is used', () => {
  const code = listSources('{ts,tsx}', ['src', 'views', 'islands', 'public', 'demo'])
    .filter(({ path }) => !/\.test\./.test(path))
    .map(({ text }) => text)
    .join('\n');
  const asked: Asked = {
    keys: new Set([...code.matchAll(/['"`](\w+:[\w.]+)['"`?]/g)].map(([, key = '']) => key)),
    beginnings: new Set([...code.matchAll(/(\w+:[\w.]*)\$\{/g)].map(([, beginning = '']) => beginning)),
  };
  const folder = join(ROOT, 'locales', LOCALES[0]);
  const unused = readdirSync(folder).flatMap((file) => {
    const namespace = file.replace(/\.json$/, '');
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;
    const keys = [...new Set(keysOf(texts, `${namespace}:`))];
    return keys.filter((key) => !isAskedFor(key.replace(/^\w+:ERR_/, 'errors:ERR_'), asked));
  });
  expect(unused).toEqual([]);
});

type Asked = { keys: Set<string>; beginnings: Set<string> };

function isAskedFor(key: string, { keys, beginnings }: Asked): boolean {
  const [, namespace, mail] = /^(\w+):mail\.(\w+)\.(kind|subject|text|button)$/.exec(key) ?? [];
  if (mail) return keys.has(`${namespace}:${mail}`);
  const parts = key.split(/(?<=[:.])/);
  return keys.has(key) || parts.some((_, length) => beginnings.has(parts.slice(0, length).join('')));
}
