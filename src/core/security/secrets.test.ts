import { describe, expect, test } from 'bun:test';
import { createECDH } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from './secrets.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'balcao-secrets-'));
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('secrets.json', () => {
  test('is created at first start with mode 600 and reused', () => {
    const dir = folder();
    const first = loadSecrets(dir);
    expect(modeOf(join(dir, 'secrets.json'))).toBe(0o600);
    expect(loadSecrets(dir)).toEqual(first);
  });

  test('contains a matching push key pair', () => {
    const { push } = loadSecrets(folder());
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(push.privateKey, 'base64url'));
    expect(curve.getPublicKey('base64url')).toBe(push.publicKey);
  });

  test('created by an older version gains push keys and preserves its values', () => {
    const dir = folder();
    const path = join(dir, 'secrets.json');
    const old = { jwt: 'j'.repeat(44), media: 'm'.repeat(44), cipher: 'c'.repeat(44) };
    writeFileSync(path, JSON.stringify(old), { mode: 0o644 });
    const { push } = loadSecrets(dir);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...old, push });
    expect(modeOf(path)).toBe(0o600);
    expect(loadSecrets(dir).push).toEqual(push);
  });

  for (const broken of ['{"jwt":"short"}', '{"jwt":"geheim', 'null'])
    test(`that reads ${broken} is rejected and not replaced`, () => {
      const dir = folder();
      const path = join(dir, 'secrets.json');
      writeFileSync(path, broken);
      expect(() => loadSecrets(dir)).toThrow(/secrets\.json is broken: put it back/);
      expect(readFileSync(path, 'utf8')).toBe(broken);
    });
});
