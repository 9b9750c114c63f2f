import { timingSafeEqual } from 'node:crypto';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Kernel } from '@/core/scope.ts';
import { readVitals } from './vitals.queries.ts';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export function mayReadMetrics({ config: { metricsToken } }: Kernel, token: string | undefined): boolean {
  if (metricsToken === undefined) return false;
  const [received, expected] = [token ?? '', metricsToken].map((text) =>
    new Bun.CryptoHasher('sha256').update(text).digest(),
  );
  return received !== undefined && expected !== undefined && timingSafeEqual(received, expected);
}

/** Labels come from closed sets: company names are private, and each would add a series. */
export async function writeMetrics(kernel: Kernel): Promise<string> {
  const vitals = await readVitals(kernel);
  const { messageTimes, status } = kernel.services;
  const { provenAt, hasFailed } = vitals.backup;
  const kinds = Object.entries(vitals.outbox);
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number | undefined) => {
    const one = new Gauge({ name, help, registers: [registry] });
    if (value === undefined) one.remove();
    else one.set(value);
  };
  const gauges = (name: string, help: string, label: string, values: [string, number][]) => {
    const one = new Gauge({ name, help, labelNames: [label], registers: [registry] });
    for (const [of, value] of values) one.set({ [label]: of }, value);
  };
  gauge('balcao_up_seconds', 'Since the process began.', process.uptime());
  gauge('balcao_event_loop_delay_seconds', 'p95 of the last five minutes.', vitals.loopDelayMs / 1_000);
  gauge('balcao_memory_resident_bytes', 'Resident memory.', vitals.memoryBytes);
  gauge('balcao_memory_limit_bytes', 'Memory that this process may use.', vitals.memoryLimit);
  const processor = process.cpuUsage();
  const seconds = (processor.user + processor.system) / 1e6;
  const name = 'balcao_processor_seconds_total';
  new Counter({ name, help: 'Processor time since the process began.', registers: [registry] }).inc(seconds);
  gauge('balcao_memory_heap_bytes', 'Heap in use.', vitals.heapBytes);
  gauge('balcao_disk_free_bytes', 'Free where the data folder is.', vitals.freeBytes);
  gauge('balcao_sockets', 'Live sockets of pages and clients.', vitals.sockets);
  gauges('balcao_sessions', 'WhatsApp sessions by their state.', 'state', Object.entries(vitals.sessions));
  gauge('balcao_databases_open', 'Databases of companies that are open.', vitals.databases.open);
  gauge('balcao_databases_most', 'So many may be open at once.', vitals.databases.most);
  gauge('balcao_companies_connected', 'Companies with a WhatsApp session.', vitals.companiesConnected);
  gauge(
    'balcao_databases_failing',
    'Companies that a fault of their data has stopped.',
    vitals.databases.failing,
  );
  gauge('balcao_writes_waiting', 'Writes in the queues of all databases.', vitals.writesWaiting);
  gauges(
    'balcao_outbox_rows',
    'Outward work that waits, by its sort.',
    'sort',
    kinds.map(([sort, { waiting }]) => [sort, waiting]),
  );
  gauges(
    'balcao_outbox_oldest_seconds',
    'For so long the oldest is overdue, by its sort.',
    'sort',
    kinds.map(([sort, { oldestMs }]) => [sort, oldestMs / 1_000]),
  );
  gauge(
    'balcao_mail_unusable',
    '1 while the mail server takes no mails.',
    Number(vitals.mailTrouble !== undefined),
  );
  gauge('balcao_backup_failed', '1 when the last backup failed.', Number(hasFailed));
  gauge(
    'balcao_backup_proven_age_seconds',
    'Age of the newest backup whose restore was rehearsed; absent while there is none.',
    provenAt ? (kernel.clock().getTime() - provenAt.getTime()) / 1_000 : undefined,
  );
  if (kernel.nodes) {
    const { owned, handOvers } = kernel.nodes;
    gauge('balcao_nodes', 'Nodes of the cluster.', (await kernel.nodes.list()).length);
    gauge('balcao_companies_owned', 'Companies of this node, and 1 for the platform.', owned);
    gauges('balcao_handovers', 'Companies since the process began.', 'sort', Object.entries(handOvers));
  }
  gauge('balcao_alerts', 'Alerts that are open.', await status.countOpenAlerts());
  registry.registerMetric(messageTimes.stored);
  registry.registerMetric(messageTimes.sent);
  return (await registry.metrics()).replaceAll('\n\n', '\n');
}
