import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@/kernel/i18n.ts';
import { listSources, ROOT } from './sources.ts';

test('no export, file or dependency is left over', async () => {
  const kinds = ['--include', 'exports,types,files,dependencies', '--no-progress', '--no-config-hints'];
  const knip = Bun.spawn([process.execPath, 'node_modules/.bin/knip', ...kinds], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, code] = await Promise.all([new Response(knip.stdout).text(), knip.exited]);
  expect({ said: said.trim(), code }).toEqual({ said: '', code: 0 });
  // Ten seconds of processor time, of which a busy machine gives little.
}, 300_000);

type Texts = { [key: string]: string | Texts };

function keysOf(texts: Texts, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const address = `${prefix}${key.replace(/_(one|many|other)$/, '')}`;
    return typeof value === 'string' ? [address] : keysOf(value, `${prefix}${key}.`);
  });
}

test('every text is asked for somewhere', () => {
  const code = listSources('{ts,tsx}', ['src', 'views', 'islands', 'public'])
    .filter(({ path }) => !/\.test\./.test(path))
    .map(({ text }) => text)
    .join('\n');
  const folder = join(ROOT, 'locales', LOCALES[0]);
  const unused = readdirSync(folder).flatMap((file) => {
    const namespace = file.replace(/\.json$/, '');
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;
    const keys = [...new Set(keysOf(texts, `${namespace}:`))];
    return keys.filter((key) => !isAskedFor(key.replace(/^\w+:ERR_/, 'errors:ERR_'), code));
  });
  expect(unused).toEqual([]);
});

function isAskedFor(key: string, code: string): boolean {
  const [, namespace, mail] = /^(\w+):mail\.(\w+)\.(kind|subject|text|button)$/.exec(key) ?? [];
  if (mail) return code.includes(`kind: '${namespace}:${mail}'`);
  if (code.includes(`'${key}'`) || code.includes(`"${key}"`) || code.includes(`\`${key}\``)) return true;
  const parts = key.split(/(?<=[:.])/);
  for (let length = parts.length - 1; length > 0; length -= 1)
    if (code.includes(`${parts.slice(0, length).join('')}\${`)) return true;
  return false;
}
