import { expect, test } from 'bun:test';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const COPIED = [
  'src',
  'views',
  'islands',
  'db',
  'locales',
  'scripts',
  'package.json',
  'tsconfig.json',
  'bun.lock',
];

const PROGRAM = `
import { build } from './scripts/build.ts';
import { readManifest } from './views/assets.ts';
const { script } = await build({ minify: false });
process.stdout.write(String(readManifest().script === script));
`;

test('builds and starts in a folder with spaces and accents', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'odd-')), 'o meu balcão');
  await mkdir(folder);
  for (const name of COPIED) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await Bun.write(join(folder, 'program.ts'), PROGRAM);
  const child = Bun.spawn([process.execPath, 'program.ts'], { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
  const [reported, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([reported, errors]).toEqual(['true', '']);
  await rm(join(folder, '..'), { recursive: true });
});
