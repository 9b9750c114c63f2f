import { outbox as rows } from '@db/tenant/schema/index.ts';
import { LibsqlError } from '@libsql/client';
import { createTestApp } from '@test/support/deps.ts';
import { asc } from 'drizzle-orm';
import { FakeTimers } from '@/whatsapp/baileys/timers.test-support.ts';
import { createLog } from '../log.ts';
import type { Scope } from '../scope.ts';
import { createOutbox, type OutboxHandler } from './outbox.ts';

declare module './outbox.ts' {
  interface OutboxKinds {
    'test.work': { n: number };
    'test.risk': { n: number };
  }
}

export type OutboxStand = Awaited<ReturnType<typeof createOutboxStand>>;

export async function createOutboxStand() {
  const testApp = await createTestApp();
  const scope = await testApp.systemScope();
  const done: number[] = [];
  const parked: [number, string][] = [];
  const disk = { isFull: false, refused: 0 };
  const time = new FakeTimers();

  function create(
    scopeOf = (id: number) =>
      id === scope.companyId ? testApp.systemScope() : testApp.systemScope('boreal'),
  ) {
    return createOutbox({
      log: createLog('silent'),
      scopeOf: async (id) => onDisk(await scopeOf(id)),
      ticks: () => time.ticks(),
      after: (ms, call) => time.after(ms, call),
    });
  }

  function onDisk(real: Scope): Scope {
    return {
      ...real,
      async write(work) {
        if (!disk.isFull) return real.write(work);
        disk.refused += 1;
        throw new LibsqlError('no room', 'SQLITE_FULL');
      },
    };
  }

  const stand = {
    testApp,
    scope,
    done,
    parked,
    disk,
    create,
    outbox: create(),
    async reset(): Promise<void> {
      await scope.write((tx) => tx.db.delete(rows));
      done.length = 0;
      parked.length = 0;
      Object.assign(disk, { isFull: false, refused: 0 });
      stand.outbox = create();
    },
    async pass(ms: number): Promise<void> {
      testApp.clock.advance(ms);
      time.advance(ms);
      await stand.outbox.idle();
    },
    async restart(): Promise<void> {
      await stand.outbox.stop();
      stand.outbox = create();
    },
    handle(
      work: (n: number, attempts: number, scope: Scope) => Promise<void> | void = () => undefined,
    ): void {
      const handler: OutboxHandler<'test.work'> = {
        async run(scope, job) {
          await work(job.payload.n, job.attempts, scope);
          return async () => void done.push(job.payload.n);
        },
        async park(_tx, job, code) {
          parked.push([job.payload.n, code]);
        },
      };
      stand.outbox.handle('test.work', handler);
      stand.outbox.handle('test.risk', { ...handler, mayKill: true });
    },
    addRisk: (queueKey: string, n: number) =>
      scope.write((tx) => stand.outbox.add(tx, queueKey, 'test.risk', { n })),
    add: (queueKey: string, ...numbers: number[]) =>
      scope.write(async (tx) => {
        for (const n of numbers) await stand.outbox.add(tx, queueKey, 'test.work', { n });
      }),
    left: () => scope.db.select().from(rows).orderBy(asc(rows.id)),
  };
  return stand;
}

export function gate() {
  let open = (): void => undefined;
  let reached = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return {
    open,
    isReached,
    async pass() {
      reached();
      await opened;
    },
  };
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 5_000; turn += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it did not come to pass');
}
