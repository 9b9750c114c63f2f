import { expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { Glob } from 'bun';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = [...new Glob('{views,islands}/**/*.tsx').scanSync(root)].filter((file) => !/test/.test(file));
const textOf = (file: string) => Bun.file(root + file).text();

/** The element as it is written: up to the end of its last attribute. */
function elements(source: string, name: string): string[] {
  return source
    .split(new RegExp(`<${name}\\b`))
    .slice(1)
    .map((rest) => rest.slice(0, rest.search(/\n {0,12}\/>|[^=]\/>/) + 1));
}

test('every place with nothing to show names a next step, in words or as a button', async () => {
  const mute: string[] = [];
  let found = 0;
  for (const file of files)
    for (const element of elements(await textOf(file), 'DrawnState')) {
      found += 1;
      if (!/\b(text|action)=|\{\.\.\./.test(element)) mute.push(file);
    }
  expect(mute).toEqual([]);
  expect(found).toBeGreaterThan(25);
});

/** The types see to it for lists; who may not always add is told another step. */
test('every list has words for nothing, and a button that leads on', async () => {
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
