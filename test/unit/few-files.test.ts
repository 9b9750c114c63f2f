import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, type Network, startSimulator } from '@demo/whatsapp/index.ts';
import { type AppProcess, appProcess } from '@test/crash/app-process.ts';
import { addCompanies, type Visitor } from '@test/support/many-companies.ts';

const COMPANIES = 100;
/** Less than a fifth of what these companies would need if all stayed open. */
const OPEN_FILES = 200;

let dataDir: string;
let network: Network;
let app: AppProcess;
let visitors: Visitor[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-files-'));
  const ca = await createCertificateAuthority(join(dataDir, 'ca'));
  network = await startSimulator({ ca });
  visitors = await addCompanies(dataDir, COMPANIES);
  app = appProcess({ dataDir, network, caPath: ca.caPath, openFiles: OPEN_FILES });
  app.spawn();
  await app.answers();
});
afterAll(async () => {
  await app.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
});

const visit = async ({ ask }: Visitor) => {
  const reply = await ask(app.url, '/tickets?status=open');
  await reply.text();
  return reply.status;
};

test('serves every company with a low open file limit and warns the operator', async () => {
  const one = [];
  for (const visitor of visitors) one.push(await visit(visitor));
  expect(one).toEqual(visitors.map(() => 200));
  const all = [];
  for (let first = 0; first < COMPANIES; first += 25)
    all.push(...(await Promise.all(visitors.slice(first, first + 25).map(visit))));
  expect(all).toEqual(visitors.map(() => 200));
  expect(readdirSync(`/proc/${app.pid}/fd`).length).toBeLessThan(OPEN_FILES);
  const lines = readFileSync(join(dataDir, 'desk.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ allowed: OPEN_FILES, needed: expect.any(Number) }),
  ]);
});
