import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import type { BunPlugin } from 'bun';
import type { Manifest } from '../views/assets.ts';
import { buildAssets } from './bundle/assets.ts';
import { fingerprint } from './bundle/fingerprint.ts';
import { iconSprite, iconsFromSprite } from './bundle/icon-sprite.ts';
import { islandFiles } from './bundle/island-files.ts';
import { writeTexts } from './bundle/island-texts.ts';
import { sharedChunks } from './bundle/shared-chunks.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Preact weighs a third of React for the same components. */
const preactForReact: BunPlugin = {
  name: 'preact-for-react',
  setup(builder) {
    const aliases: Record<string, string> = {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
    };
    builder.onResolve({ filter: /^react(-dom)?(\/.*)?$/ }, ({ path }) => {
      const alias = aliases[path];
      return alias ? { path: Bun.resolveSync(alias, root).replace(/\.js$/, '.mjs') } : undefined;
    });
  },
};

async function buildScripts(
  outdir: string,
  minify: boolean,
): Promise<Pick<Manifest, 'script' | 'islands' | 'texts'>> {
  const result = await Bun.build({
    entrypoints: [`${root}islands/client.ts`],
    outdir,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify,
    publicPath: '/build/',
    metafile: true,
    sourcemap: minify ? 'none' : 'linked',
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: {
      'process.env.NODE_ENV': JSON.stringify(minify ? 'production' : 'development'),
      IS_DEV: String(!minify),
    },
    plugins: [preactForReact, iconsFromSprite(), sharedChunks(root)],
  });
  const entry = result.outputs.find((output) => output.kind === 'entry-point');
  if (!entry || !result.metafile) throw new Error('the client entry was not built');
  const sources = Object.keys(result.metafile.inputs).filter((path) => !path.includes('node_modules'));
  return {
    script: `/build/${entry.path.split('/').at(-1)}`,
    islands: islandFiles(result.metafile),
    texts: await writeTexts(outdir, sources),
  };
}

async function buildStyle(sheet: 'workspace' | 'office', outdir: string, minify: boolean): Promise<string> {
  const base = `${root}views/styles`;
  const compiler = await compile(await Bun.file(`${base}/${sheet}.css`).text(), { base, onDependency() {} });
  const scanner = new Scanner({ sources: compiler.sources });
  let css = compiler.build(scanner.scan());
  if (minify) css = optimize(css, { minify: true }).code;
  const name = `${sheet}-${Bun.hash(css).toString(36)}.css`;
  await Bun.write(`${outdir}/${name}`, css);
  return `/build/${name}`;
}

/** The highest level takes half a minute for the API reference and saves a seventh. */
const LARGE_BYTES = 1_000_000;
const qualityFor = (bytes: Uint8Array) =>
  bytes.length > LARGE_BYTES ? { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } : {};

/** There may be no proxy that compresses. The file `compressed` marks the end. */
export async function compress(outdir: string): Promise<void> {
  for await (const name of new Bun.Glob('*.{js,css,json,svg}').scan(outdir)) {
    const bytes = new Uint8Array(await Bun.file(`${outdir}/${name}`).arrayBuffer());
    await Bun.write(`${outdir}/${name}.gz`, gzipSync(bytes, { level: 9 }));
    await Bun.write(`${outdir}/${name}.br`, brotliCompressSync(bytes, qualityFor(bytes)));
  }
  await Bun.write(`${outdir}/compressed`, '');
}

type BuildOptions = { minify?: boolean; compressed?: boolean; outdir?: string };

/** Without `minify` the pages also watch the manifest and reload when it changes. */
export async function build(options: BuildOptions = {}): Promise<Manifest> {
  const { minify = true, compressed = minify, outdir = `${root}public/build` } = options;
  const sources = await fingerprint();
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const [scripts, style, officeStyle] = await Promise.all([
    buildScripts(outdir, minify),
    buildStyle('workspace', outdir, minify),
    buildStyle('office', outdir, minify),
  ]);
  await buildAssets(outdir);
  const sprite = iconSprite();
  await Bun.write(`${outdir}/${sprite.name}`, sprite.svg);
  if (compressed) await compress(outdir);
  const files = { ...scripts, style, officeStyle };
  const manifest: Manifest = minify ? files : { ...files, dev: Date.now() };
  await Bun.write(`${outdir}/manifest.json`, JSON.stringify(manifest));
  // Written last, because it marks a complete build.
  if (minify) await Bun.write(`${outdir}/made-of`, sources);
  return manifest;
}

if (import.meta.main) {
  const manifest = await build();
  process.stdout.write(`${manifest.script}\n${manifest.style}\n${manifest.officeStyle}\n`);
}
