import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { LibsqlError } from '@libsql/client';
import { type After, systemAfter } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';

/** For reads over 50 ms. Not a worker: only a process can be killed mid-query and returns its memory. */
export type SlowReads = {
  of(companyId: number): OwnSlowReads;
  release(companyId: number): Promise<void>;
  stop(): Promise<void>;
};

export type OwnSlowReads = {
  /** Throws ERR_BUSY when too many wait, ERR_QUERY_TOO_SLOW at the time limit. */
  read(query: { path: string; sql: string; args: unknown }): Promise<SlowRows>;
  /** No query of a smaller file takes 50 ms, so most companies never need the process. */
  smallBytes: number;
};

export type SlowQuery = { companyId: number; path: string; sql: string; args: unknown };
export type SlowRows = { columns: string[]; rows: unknown[][] };
export type SlowAnswer = SlowRows | { message: string; code: string };

type Process = { ask(query: SlowQuery): void; kill(): Promise<unknown> };
type Listener = { answered(answer: SlowAnswer): void; ended(): void };
type Job = { query: SlowQuery; resolve(rows: SlowRows): void; reject(error: Error): void };
type Options = {
  log?: Logger;
  scheduler?: { elsewhere(companyId: number): () => void };
  after?: After;
  smallBytes?: number | undefined;
  start?: (path: string, listener: Listener) => Process;
};

const SMALL_BYTES = 8_000_000;
const MAX_QUERY_MS = 5_000;
const IDLE_MS = 60_000;
const MAX_WAITING_EACH = 32;
const MAX_WAITING = 256;
const NICE = 10;

export function createSlowReads(options: Options = {}): SlowReads {
  const { log, scheduler, after = systemAfter, start = startProcess, smallBytes = SMALL_BYTES } = options;
  const queue = new Map<number, Job[]>();
  let child: Process | undefined;
  let running: Job | undefined;
  let cancelTimer = () => {};

  function next(): void {
    if (running) return;
    cancelTimer();
    const [companyId, jobs = []] = queue.entries().next().value ?? [];
    running = jobs.shift();
    if (companyId === undefined || !running) {
      cancelTimer = after(IDLE_MS, () => void endProcess());
      return;
    }
    queue.delete(companyId);
    if (jobs.length > 0) queue.set(companyId, jobs);
    cancelTimer = after(MAX_QUERY_MS, () => fail('ERR_QUERY_TOO_SLOW'));
    child ??= startChild(running.query.path);
    child.ask(running.query);
  }

  function startChild(path: string): Process {
    const started = start(path, {
      answered(answer) {
        if (child !== started) return;
        const job = running;
        running = undefined;
        if ('rows' in answer) job?.resolve(answer);
        else job?.reject(new LibsqlError(answer.message, answer.code));
        next();
      },
      ended() {
        if (child === started) fail('ERR_BUSY');
      },
    });
    return started;
  }

  function fail(code: 'ERR_QUERY_TOO_SLOW' | 'ERR_BUSY'): void {
    const job = running;
    running = undefined;
    void endProcess();
    if (job) log?.warn({ companyId: job.query.companyId, sql: job.query.sql }, `a slow read failed: ${code}`);
    job?.reject(new AppError(code));
    next();
  }

  async function endProcess(): Promise<void> {
    const ending = child;
    child = undefined;
    await ending?.kill();
  }

  function isFull(companyId: number): boolean {
    let waiting = 0;
    for (const jobs of queue.values()) waiting += jobs.length;
    return waiting >= MAX_WAITING || (queue.get(companyId)?.length ?? 0) >= MAX_WAITING_EACH;
  }

  function refuse(jobs: Iterable<Job>): void {
    for (const job of jobs) job.reject(new AppError('ERR_COMPANY_DATA_MISSING'));
  }

  function read(query: SlowQuery): Promise<SlowRows> {
    const { companyId } = query;
    if (isFull(companyId)) return Promise.reject(new AppError('ERR_BUSY'));
    const { promise, resolve, reject } = Promise.withResolvers<SlowRows>();
    queue.set(companyId, [...(queue.get(companyId) ?? []), { query, resolve, reject }]);
    next();
    const back = scheduler?.elsewhere(companyId);
    return promise.finally(back);
  }

  return {
    of: (companyId) => ({ smallBytes, read: (query) => read({ ...query, companyId }) }),
    async release(companyId) {
      refuse(queue.get(companyId) ?? []);
      queue.delete(companyId);
      const job = running;
      running = undefined;
      if (job?.query.companyId === companyId) refuse([job]);
      else if (job) queue.set(job.query.companyId, [job, ...(queue.get(job.query.companyId) ?? [])]);
      await endProcess();
      next();
    },
    async stop() {
      refuse([...queue.values()].flat());
      queue.clear();
      if (running) refuse([running]);
      running = undefined;
      cancelTimer();
      await endProcess();
    },
  };
}

export function startProcess(path: string, { answered, ended }: Listener): Process {
  const entry = join(import.meta.dir, './slow-reads.worker.ts');
  // SQLite's default directory for temporary files may be too small, or not writable.
  const command = ['env', `SQLITE_TMPDIR=${dirname(path)}`, process.execPath, '--smol', entry];
  const child = Bun.spawn(command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'advanced',
    ipc: answered,
    onExit: ended,
  });
  child.unref();
  try {
    setPriority(child.pid, NICE);
  } catch {
    // Not permitted on every system.
  }
  return {
    ask: (query) => child.send(query),
    kill() {
      child.kill('SIGKILL');
      return child.exited;
    },
  };
}
