import { afterAll, beforeAll, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { writeMetrics } from './metrics.ts';

const FILES = ['grafana-dashboard.json', 'prometheus-alerts.yml'];
let desk: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk();
  await addConnection(desk);
  const scope = await desk.systemScope();
  const row = { lane: 'send:1:1', kind: 'test.nobody', payload: {}, dueAt: scope.now() };
  await scope.write((tx) => tx.db.insert(outbox).values(row));
});
afterAll(() => desk.stop());

test.each(FILES)('%s names only figures that exist', async (file) => {
  const text = await Bun.file(`${import.meta.dir}/../../../docs/operations/${file}`).text();
  const metrics = await writeMetrics(desk.kernel);
  const known = new Set(
    metrics.matchAll(/^(balcao_\w+)|^# TYPE (balcao_\w+)/gm).map(([, name, typed]) => name ?? typed),
  );
  const named = [...new Set(text.match(/balcao_\w+/g))];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the dashboard is one that Grafana can import', async () => {
  const board = await Bun.file(`${import.meta.dir}/../../../docs/operations/${FILES[0]}`).json();
  const ids = board.panels.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(board.panels.length);
  for (const { targets } of board.panels) for (const { expr } of targets) expect(expr).toContain('balcao_');
});
