import { afterAll, beforeAll, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { writeMetrics } from './metrics.queries.ts';

const FILES = ['grafana-dashboard.json', 'prometheus-alerts.yml'];
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await addConnection(testApp);
  const scope = await testApp.systemScope();
  const row = { queueKey: 'send:1:1', kind: 'test.nobody', payload: {}, dueAt: scope.now() };
  await scope.write((tx) => tx.db.insert(outbox).values(row));
});
afterAll(() => testApp.stop());

test.each(FILES)('%s names only existing metrics', async (file) => {
  const text = await Bun.file(`${import.meta.dir}/../../../docs/operations/${file}`).text();
  const metrics = await writeMetrics(testApp.kernel);
  const known = new Set(
    metrics.matchAll(/^(balcao_\w+)|^# TYPE (balcao_\w+)/gm).map(([, name, typed]) => name ?? typed),
  );
  const named = [...new Set(text.match(/balcao_\w+/g))];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the dashboard can be imported into Grafana', async () => {
  const board = await Bun.file(`${import.meta.dir}/../../../docs/operations/${FILES[0]}`).json();
  const ids = board.panels.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(board.panels.length);
  for (const { targets } of board.panels) for (const { expr } of targets) expect(expr).toContain('balcao_');
});
