import { expect, test } from 'bun:test';

const program = `
  const { replaceHeavyModules } = await import('./module-stubs.ts');
  if (process.argv[1] === 'lighter') replaceHeavyModules();
  const baileys = await import('@whiskeysockets/baileys');
  const ours = await import('./app-state-crypto.ts');
  console.log(JSON.stringify({
    names: Object.keys(baileys).length,
    sends: typeof baileys.makeWASocket,
    statistics: 'WEB_EVENTS' in baileys || 'encodeWAM' in baileys,
    isOurs: baileys.hkdf === ours.hkdf && baileys.md5 === ours.md5,
  }));
`;

async function seen(how: string) {
  const child = Bun.spawn([process.execPath, '-e', program, how], {
    cwd: import.meta.dir,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return JSON.parse(await new Response(child.stdout).text());
}

test('Baileys works without its WebAssembly and statistics vocabulary', async () => {
  const [stubbed, usual] = await Promise.all([seen('lighter'), seen('usual')]);
  expect(stubbed).toMatchObject({ sends: 'function', statistics: false, isOurs: true });
  expect(usual).toMatchObject({ sends: 'function', statistics: true, isOurs: false });
});
