import { expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { Glob } from 'bun';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = [...new Glob('{views,islands}/**/*.tsx').scanSync(root)].filter((file) => !/test/.test(file));
const textOf = (file: string) => Bun.file(root + file).text();

function elements(source: string, name: string): string[] {
  return source
    .split(new RegExp(`<${name}\\b`))
    .slice(1)
    .map((rest) => rest.slice(0, rest.search(/\n {0,12}\/>|[^=]\/>/) + 1));
}

test('every empty state names a next step as text or button', async () => {
  const mute: string[] = [];
  let found = 0;
  for (const file of files)
    for (const element of elements(await textOf(file), 'RenderedState')) {
      found += 1;
      if (!/\b(text|action)=|\{\.\.\./.test(element)) mute.push(file);
    }
  expect(mute).toEqual([]);
  expect(found).toBeGreaterThan(25);
});

test('every list has an empty state text and an action', async () => {
  const mute: string[] = [];
  let found = 0;
  for (const file of files) {
    const source = await textOf(file);
    if (!/<ListPage\b/.test(source)) continue;
    found += 1;
    const leadsOn = /\badd=\{\{/.test(source) || /\baction[:,}]|noContacts\(/.test(source);
    if (!/\bempty=\{/.test(source) || !leadsOn) mute.push(file);
  }
  expect(mute).toEqual([]);
  expect(found).toBeGreaterThan(25);
});
