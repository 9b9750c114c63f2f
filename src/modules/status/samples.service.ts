import { statusSamples } from '@db/platform/schema/index.ts';
import { asc, gte, lt } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { type Kernel, PLATFORM } from '@/core/scope.ts';
import { callAlertWebhook } from './alert-webhook.service.ts';
import { watchVitals } from './alerts.service.ts';
import { type Buckets, fractionSince, readBuckets } from './percentiles.logic.ts';
import { oldestOf, readVitals, type Vitals, waitingIn } from './vitals.queries.ts';

export type Sample = typeof statusSamples.$inferSelect;

const SAMPLED_EVERY_MS = 5 * 60_000;
const RETAINED_MS = 24 * 3_600_000;
const P95 = 0.95;

export async function sampleApp(kernel: Kernel): Promise<void> {
  const vitals = await readVitals(kernel);
  await watchVitals(kernel, vitals);
  if (!kernel.owns(PLATFORM)) return;
  const { status } = kernel.services;
  // A timer may fire slightly early.
  if (kernel.ticks() - status.sampledAt >= SAMPLED_EVERY_MS - 1_000) await storeSample(kernel, vitals);
  await callAlertWebhook(kernel);
}

async function storeSample(kernel: Kernel, vitals: Vitals): Promise<void> {
  const { status, messageTimes } = kernel.services;
  const counted = {
    stored: await readBuckets(messageTimes.stored),
    sent: await readBuckets(messageTimes.sent),
  };
  const processor = processorSince(kernel);
  status.sampledAt = kernel.ticks();
  const values = {
    loopDelayMs: vitals.loopDelayMs,
    memoryBytes: vitals.memoryBytes,
    outboxWaiting: waitingIn(vitals),
    outboxOldestMs: Math.round(oldestOf(vitals)),
    sockets: vitals.sockets,
    connected: vitals.sessions.CONNECTED ?? 0,
    processor,
    storedMs: p95Ms(counted.stored, status.counted.stored),
    sentMs: p95Ms(counted.sent, status.counted.sent),
  };
  status.counted = counted;
  status.forgetDelay();
  await platformScope(kernel).write(async (tx) => {
    const at = tx.now();
    await tx.db.delete(statusSamples).where(lt(statusSamples.at, new Date(at.getTime() - RETAINED_MS)));
    await tx.db
      .insert(statusSamples)
      .values({ at, ...values })
      .onConflictDoNothing();
    tx.emit('status.changed', null);
  });
}

function processorSince({ services: { status }, ticks }: Kernel): number | null {
  const { user, system } = process.cpuUsage();
  const [used, before] = [user + system, status.processorAt];
  status.processorAt = used;
  const elapsedMs = ticks() - status.sampledAt;
  return Number.isFinite(elapsedMs) ? (used - before) / 1_000 / elapsedMs : null;
}

function p95Ms(now: Buckets, before: Buckets | undefined): number | null {
  const seconds = fractionSince(now, before, P95);
  return seconds === null ? null : Math.round(seconds * 1_000);
}

export function listSamples({ platform, clock }: Kernel): Promise<Sample[]> {
  return platform.db
    .select()
    .from(statusSamples)
    .where(gte(statusSamples.at, new Date(clock().getTime() - RETAINED_MS)))
    .orderBy(asc(statusSamples.at));
}
