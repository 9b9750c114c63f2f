import { afterAll, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALES } from '../src/core/i18n.ts';
import { TEXT_FILES } from '../views/island-texts.ts';
import { ICON_PATHS } from '../views/ui/icons/icon-paths.ts';
import { build } from './build.ts';
import { iconSprite } from './bundle/icon-sprite.ts';
import { keysNamedIn } from './bundle/island-texts.ts';

const outdir = await mkdtemp(join(tmpdir(), 'build-'));
afterAll(() => rm(outdir, { recursive: true }));

const manifest = await build({ outdir });
const inside = (address: string) => Bun.file(join(outdir, address.replace('/build/', '')));
const KIB = 1024;

test('every script and style has compressed copies', async () => {
  expect(await Bun.file(join(outdir, 'manifest.json')).json()).toEqual(manifest);
  for (const name of await readdir(outdir)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const text = await Bun.file(join(outdir, name)).bytes();
    const packed = await Bun.file(join(outdir, `${name}.gz`)).bytes();
    expect(Bun.gunzipSync(packed)).toEqual(text);
    expect(await Bun.file(join(outdir, `${name}.br`)).exists()).toBe(true);
  }
  expect(await Bun.file(join(outdir, 'compressed')).exists()).toBe(true);
});

test('the entry contains htmx but no island runtime and stays under 20 KiB', async () => {
  const script = await inside(manifest.script).text();
  expect(script.includes('HX-Request')).toBe(true);
  expect(script.includes('dangerouslySetInnerHTML')).toBe(false);
  expect(inside(`${manifest.script}.gz`).size).toBeLessThan(20 * KIB);
});

test('no chunk contains React', async () => {
  for (const name of await readdir(outdir)) {
    if (!name.endsWith('.js')) continue;
    const text = await Bun.file(join(outdir, name)).text();
    expect(text.includes('react.dev/errors')).toBe(false);
  }
});

test('icons are in one sprite referenced by scripts, never inlined', async () => {
  const { name, svg } = iconSprite();
  expect(await Bun.file(join(outdir, name)).text()).toBe(svg);
  const scripts = (await readdir(outdir)).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map((file) => Bun.file(join(outdir, file)).text()));
  expect(texts.some((text) => text.includes(`/build/${name}#`))).toBe(true);
  expect(texts.some((text) => text.includes(ICON_PATHS.search))).toBe(false);
  for (const icon of Object.keys(ICON_PATHS)) expect(svg).toContain(`<g id="${icon}">`);
});

test('the texts that islands name are in files of every language, and others are not', async () => {
  const root = join(import.meta.dir, '..');
  const literal = new RegExp(`'((?:${Object.values(TEXT_FILES).flat().join('|')}):[\\w.]+)'`, 'g');
  const named = new Set<string>();
  for (const path of new Bun.Glob('islands/**/*.{ts,tsx}').scanSync(root))
    if (!/\.(test|test-support)\./.test(path))
      for (const [, key = ''] of (await Bun.file(join(root, path)).text()).matchAll(literal)) named.add(key);
  expect(named.size).toBeGreaterThan(300);
  for (const locale of LOCALES) {
    const files = Object.values(manifest.texts?.[locale] ?? {}).map((address) => inside(address).json());
    const texts: Record<string, unknown> = Object.assign({}, ...(await Promise.all(files)));
    const subjects = new Set(Object.keys(flat(texts)).map((key) => key.replace(/_[a-z]+$/i, '')));
    const lacking = [...named].filter((key) => !subjects.has(key.replace(/_[a-z]+$/i, '')));
    expect({ locale, lacking }).toEqual({ locale, lacking: [] });
    expect(texts.common).not.toHaveProperty('greeting');
  }
});

function flat(texts: object, start = ''): Record<string, unknown> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, text]) => {
      const path = start ? `${start}${start.includes(':') ? '.' : ':'}${key}` : key;
      return typeof text === 'object' ? flat(text, path) : { [path]: text };
    }),
  );
}

test('a key is named as a whole, without its context and plural, or by its beginning', () => {
  const isNamed = keysNamedIn(
    String.raw`t('a:one.two'); t(\`a:kind.\${kind}\`); const label = 'b:x_y';`.replaceAll('\\', ''),
  );
  const keys = ['a:one.two', 'a:one.two_other', 'a:one.two_plain_one', 'a:kind.photo', 'b:x_y'];
  expect(keys.filter((key) => !isNamed(key))).toEqual([]);
  expect(['a:one', 'a:one.three', 'a:kinds', 'b:x'].filter(isNamed)).toEqual([]);
});

test('the stylesheet has both themes within its budget', async () => {
  const css = await inside(manifest.style).text();
  expect(css.includes('[data-theme=dark]')).toBe(true);
  expect(css.includes('prefers-color-scheme:dark')).toBe(true);
  expect(inside(`${manifest.style}.gz`).size).toBeLessThanOrEqual(25_000);
});

/** `:has(.x)` on an element around the page is re-evaluated, and everything below restyled, at every insertion. */
test('no rule uses :has on the whole page', async () => {
  for (const sheet of [manifest.style, manifest.officeStyle]) {
    const css = await inside(sheet).text();
    const asked =
      css.match(
        /(?<![\w-])(?::root|html|body|main|\.shell(?:-main)?|#workspace|\.workspace-pane|\.talk):has\([^{]*/g,
      ) ?? [];
    expect(asked.filter((rule) => !/:has\(>/.test(rule))).toEqual([]);
    expect(css).not.toContain('theme-controller');
  }
});

test('no rule uses orientation and no media has autoPlay', async () => {
  for (const sheet of [manifest.style, manifest.officeStyle])
    expect(await inside(sheet).text()).not.toContain('orientation:');
  const root = join(import.meta.dir, '..');
  for (const path of new Bun.Glob('{views,islands,demo}/**/*.tsx').scanSync(root))
    expect([path, /\bautoPlay\b/.test(await Bun.file(join(root, path)).text())]).toEqual([path, false]);
});

test('no source uses hx-on, which the CSP forbids, hx-boost, or the prefix that the htmx config turns off', async () => {
  const sources = new Bun.Glob('{views,islands,src,demo}/**/*.{ts,tsx}');
  const root = join(import.meta.dir, '..');
  for (const path of sources.scanSync(root)) {
    const text = await Bun.file(join(root, path)).text();
    expect([path, /\b(?:data-)?hx-(?:on|boost)\b|data-hx-/.test(text)]).toEqual([path, false]);
  }
});

test('identical sources produce identical names, also without compressed copies', async () => {
  const again = await mkdtemp(join(tmpdir(), 'build-'));
  expect(await build({ outdir: again, compressed: false })).toEqual(manifest);
  expect((await readdir(again)).filter((name) => /\.(gz|br)$|^compressed$/.test(name))).toEqual([]);
  await rm(again, { recursive: true });
});
