import { timingSafeEqual } from 'node:crypto';
import type { Histogram } from '@/core/histogram.ts';
import type { Kernel } from '@/core/scope.ts';
import { readVitals } from './vitals.queries.ts';

type Sample = { value: number; labels?: Record<string, string> };

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function mayReadMetrics({ config: { metricsToken } }: Kernel, header: string | undefined): boolean {
  if (metricsToken === undefined) return false;
  const [options, wanted] = [header ?? '', `Bearer ${metricsToken}`].map((text) =>
    new Bun.CryptoHasher('sha256').update(text).digest(),
  );
  return options !== undefined && wanted !== undefined && timingSafeEqual(options, wanted);
}

/**
 * Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats). Labels come from closed
 * sets: company names are private, and each would add a series.
 */
export async function writeMetrics(kernel: Kernel): Promise<string> {
  const vitals = await readVitals(kernel);
  const { messageTimes, status } = kernel.services;
  const now = kernel.clock().getTime();
  const kinds = Object.entries(vitals.outbox);
  const gauge = (name: string, help: string, ...samples: Sample[]) => family(name, 'gauge', help, samples);
  return [
    gauge('balcao_up_seconds', 'Since the process began.', { value: process.uptime() }),
    gauge('balcao_event_loop_delay_seconds', 'p95 of the last five minutes.', {
      value: vitals.loopDelayMs / 1_000,
    }),
    gauge('balcao_memory_resident_bytes', 'Resident memory.', { value: vitals.memoryBytes }),
    gauge('balcao_memory_heap_bytes', 'Heap in use.', { value: vitals.heapBytes }),
    gauge('balcao_disk_free_bytes', 'Free where the data folder is.', { value: vitals.freeBytes }),
    gauge('balcao_sockets', 'Live sockets of pages and clients.', { value: vitals.sockets }),
    gauge(
      'balcao_sessions',
      'WhatsApp sessions by their state.',
      ...Object.entries(vitals.sessions).map(([state, value]) => ({ value, labels: { state } })),
    ),
    gauge('balcao_databases_open', 'Databases of companies that are open.', { value: vitals.databases.open }),
    gauge('balcao_databases_failing', 'Companies that a fault of their data has stopped.', {
      value: vitals.databases.failing,
    }),
    gauge('balcao_writes_waiting', 'Writes in the queues of all databases.', { value: vitals.writesWaiting }),
    gauge(
      'balcao_outbox_rows',
      'Outward work that waits, by its sort.',
      ...kinds.map(([sort, { waiting }]) => ({ value: waiting, labels: { sort } })),
    ),
    gauge(
      'balcao_outbox_oldest_seconds',
      'For so long the oldest is overdue, by its sort.',
      ...kinds.map(([sort, { oldestMs }]) => ({ value: oldestMs / 1_000, labels: { sort } })),
    ),
    gauge('balcao_mail_unusable', '1 while the mail server takes no mails.', {
      value: Number(vitals.mailTrouble !== undefined),
    }),
    gauge('balcao_backup_failed', '1 when the last backup failed.', {
      value: Number(vitals.backup.hasFailed),
    }),
    gauge(
      'balcao_backup_proven_age_seconds',
      'Age of the newest backup whose restore was rehearsed; absent while there is none.',
      ...(vitals.backup.provenAt ? [{ value: (now - vitals.backup.provenAt.getTime()) / 1_000 }] : []),
    ),
    gauge('balcao_alerts', 'Alerts that are open.', { value: await status.countOpenAlerts() }),
    histogram('balcao_message_stored_seconds', 'From arrival to commit.', messageTimes.stored),
    histogram('balcao_message_sent_seconds', "From its row to WhatsApp's word.", messageTimes.sent),
  ].join('');
}

function family(name: string, type: string, help: string, samples: Sample[]): string {
  const lines = samples.map(({ value, labels }) => `${name}${inBraces(labels)} ${shown(value)}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function histogram(name: string, help: string, { bounds, read }: Histogram): string {
  const { counts, count, sum } = read();
  let below = 0;
  const lines = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return `${name}_bucket{le="${bound / 1_000}"} ${below}\n`;
  });
  const whole = `${name}_bucket{le="+Inf"} ${count}\n${name}_sum ${sum / 1_000}\n${name}_count ${count}\n`;
  return family(name, 'histogram', help, []) + lines.join('') + whole;
}

function inBraces(labels: Record<string, string> | undefined): string {
  if (!labels) return '';
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, '')}"`)
    .join(',')}}`;
}

const shown = (value: number) => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value));
