import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, startSimulator } from './index.ts';

describe('simulator', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'authority-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  test('creates the certificate authority once, reuses it while valid and protects private keys', async () => {
    const made = await createCertificateAuthority(dir);
    expect(made.caPath).toBe(join(dir, 'ca.pem'));
    expect((await stat(join(dir, 'host.key'))).mode & 0o777).toBe(0o600);
    expect(await createCertificateAuthority(dir)).toEqual(made);
    await writeFile(join(dir, 'host.pem'), 'broken');
    const again = await createCertificateAuthority(dir);
    expect(again.certificate).not.toBe(made.certificate);
    expect(await readFile(again.caPath, 'utf8')).toContain('BEGIN CERTIFICATE');
    expect((await stat(join(dir, 'host.key'))).mode & 0o777).toBe(0o600);
  });

  test('stop frees its ports and lets the process exit', async () => {
    const script = `
      const { createCertificateAuthority, startSimulator } = await import(${JSON.stringify(join(import.meta.dir, 'index.ts'))});
      const ca = await createCertificateAuthority(${JSON.stringify(dir)});
      const network = await startSimulator({ ca });
      const ana = network.phone({ number: '5511999990000', name: 'Ana' });
      const rui = network.phone({ number: '5511999990001', name: 'Rui' });
      rui.policy.delayMs = 600_000;
      await ana.send(rui, { text: 'oi' });
      await rui.waitFor(({ text }) => text === 'oi');
      network.until(() => false, 600_000).catch(() => {});
      await network.stop();
      const again = await startSimulator({ ca, port: network.listener.port });
      await again.stop();
    `;
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'inherit' });
    expect(await child.exited).toBe(0);
  });

  test('fails on a port already in use', async () => {
    const ca = await createCertificateAuthority(dir);
    const network = await startSimulator({ ca });
    await expect(startSimulator({ ca, port: network.listener.port })).rejects.toThrow();
    await network.stop();
  });
});
