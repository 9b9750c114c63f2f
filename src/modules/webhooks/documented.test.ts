import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecret, signedHeaders } from '@/core/security/standard-webhooks.ts';

const PAGE = readFileSync(join(import.meta.dir, '../../../docs/api.md'), 'utf8');
const example = (language: string) =>
  PAGE.match(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``))?.[1] ?? expect.unreachable();

const secret = newSecret((bytes) => Buffer.alloc(bytes, 7).toString('base64url'));
const other = newSecret((bytes) => Buffer.alloc(bytes, 8).toString('base64url'));
const body = '{"type":"test","data":{"name":"Ção"}}';
const headers = (at = new Date()) => signedHeaders({ id: 'msg_1', at, body }, [other, secret]);

type Call = [secret: string, headers: Record<string, string>, body: string];
const CALLS: [what: string, call: Call, isGenuine: boolean][] = [
  ['ours', [secret, headers(), body], true],
  ['of another secret', ['whsec_AAAA', headers(), body], false],
  ['with another body', [secret, headers(), `${body} `], false],
  ['with another id', [secret, { ...headers(), 'webhook-id': 'msg_2' }, body], false],
  ['of an hour ago', [secret, headers(new Date(Date.now() - 3_600_000)), body], false],
  ['with half a signature', [secret, { ...headers(), 'webhook-signature': 'v1,AAAA' }, body], false],
];

test('the documented JavaScript example verifies genuine deliveries', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-'));
  const file = join(folder, 'verify.mjs');
  await Bun.write(file, example('js'));
  const { isGenuine } = (await import(file)) as { isGenuine(...call: Call): boolean };
  expect(CALLS.map(([what, call]) => [what, isGenuine(...call)])).toEqual(
    CALLS.map(([what, , is]) => [what, is]),
  );
  rmSync(folder, { recursive: true });
});

const python = Bun.which('python3');
if (!python) process.stdout.write('the Python of the API’s page is not tried: there is no python3\n');
test.skipIf(!python)('the documented Python example verifies genuine deliveries', async () => {
  const asked = CALLS.map(([, call]) => call);
  const code = `${example('python')}\nimport json, sys\nfor s, h, b in json.loads(sys.argv[1]): print(is_genuine(s, h, b.encode()))`;
  const child = Bun.spawn([python ?? '', '-c', code, JSON.stringify(asked)], { stdout: 'pipe' });
  const sent = (await new Response(child.stdout).text()).trim().split('\n');
  expect(sent).toEqual(CALLS.map(([, , is]) => (is ? 'True' : 'False')));
});
