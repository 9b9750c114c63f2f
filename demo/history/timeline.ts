import { outbox as rows } from '@db/tenant/schema/index.ts';
import { and, asc, isNull, lte, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Event } from '@/core/events.ts';
import { type AnyHandler, RETRIES, type Row, tryRow } from '@/core/queue/outbox-attempts.ts';
import { type Actor, type Kernel, type Scope, SYSTEM, systemScope } from '@/core/scope.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { MODULES } from '@/modules.ts';
import { COMPANY_WORK } from '@/schedule.ts';
import type { PastNetwork, Sent } from './past-network.ts';

export type MovedClock = { now: Date };

/** `scope` is somebody's at the moment of the act. */
export type Act = (scope: Scope) => Promise<unknown>;
type Planned = { at: number; order: number; by: string; act: Act };

const ACTS_PER_COMMIT = 200;
const SESSION = 'history';
/** The company's other jobs have nothing to do in this past. */
const JOBS = COMPANY_WORK.jobs.filter(({ name }) => ['schedules', 'campaigns', 'rules'].includes(name));
/** The app looks every minute, whether a conversation waits or not. */
const CHECKED_AFTER_MS = 10 * 60_000;
const MAX_PAUSE_MS = RETRIES.longestMs;
/** Nobody waits for a campaign that has reached its cap: it tries again after this much more. */
const LONGER_PAUSE_MS = 9 * 60_000;

const HANDLERS = new Map<string, AnyHandler>(
  MODULES.flatMap(({ outbox = {} }) => Object.entries(outbox) as unknown as [string, AnyHandler][]),
);

/**
 * A company's past in the order of time: people do things at moments, and what leaves the company by the outbox
 * leaves at its own moment in between. Many acts share a commit; otherwise the disk would set the pace.
 */
export class Timeline {
  private readonly planned: Planned[] = [];
  private readonly actors = new Map<string, Actor>();
  private readonly followers: ((sent: Sent, at: number) => void)[] = [];
  private order = 0;
  private lookedAt = 0;

  constructor(
    readonly kernel: Kernel,
    readonly companyId: number,
    readonly clock: MovedClock,
    private readonly network: PastNetwork,
  ) {}

  follow(follower: (sent: Sent, at: number) => void): void {
    this.followers.push(follower);
  }

  /** `by` is a person's e-mail address, or '' for the app itself. */
  plan(at: Date | number, by: string, act: Act): void {
    const planned = { at: Number(at), order: this.order++, by, act };
    const { planned: list } = this;
    let [from, to] = [0, list.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isAfter(list[middle] as Planned, planned)) to = middle;
      else from = middle + 1;
    }
    list.splice(from, 0, planned);
  }

  /** Acts planned for later than `end` are left out. */
  async run(people: Record<string, number>, end: Date): Promise<void> {
    for (const [email, id] of Object.entries(people)) {
      const actor = await loadActor(this.kernel, this.companyId, id, SESSION);
      if (actor) this.actors.set(email, actor);
    }
    const scope = await systemScope(this.kernel, this.companyId);
    while (await scope.write((tx) => this.runSome(tx, end.getTime())));
  }

  private async runSome(tx: Scope, end: number): Promise<boolean> {
    for (let count = 0; count < ACTS_PER_COMMIT; count += 1) {
      const until = Math.min(this.planned[0]?.at ?? end, end);
      await this.doDue(tx, until);
      const next = this.planned[0];
      // A customer may have answered a campaign meanwhile.
      if (next && next.at < until) continue;
      if (!next || next.at > end) return false;
      this.planned.shift();
      this.clock.now = new Date(next.at);
      await next.act(this.scopeOf(tx, next.by));
    }
    return true;
  }

  /** Until the first planned act, or until something that was sent has made an earlier one. */
  private async doDue(tx: Scope, until: number): Promise<void> {
    for (;;) {
      const [row, job] = [await this.firstRow(tx, until), await this.firstJob(tx, until)];
      if ((this.planned[0]?.at ?? until) < until) return;
      if (!row && !job) return;
      if (row && (!job || row.dueAt.getTime() <= job.at)) await this.send(tx, row);
      else if (job) {
        this.move(job.at);
        await job.run(this.scopeOf(tx, ''));
      }
    }
  }

  private move(at: number): void {
    this.clock.now = new Date(Math.max(at, this.clock.now.getTime()));
  }

  private async firstJob(tx: Scope, until: number) {
    if (until - this.lookedAt < CHECKED_AFTER_MS) return undefined;
    let first: { at: number; run: (scope: Scope) => Promise<void> } | undefined;
    const scope = this.scopeOf(tx, '');
    for (const { name, tables, dueAt, run } of JOBS) {
      const at = (await tx.remember(tables, `past: ${name}`, () => dueAt(scope)))?.getTime();
      if (at !== undefined && at <= until && (!first || at < first.at)) first = { at, run };
    }
    if (!first) this.lookedAt = until;
    return first;
  }

  private scopeOf(tx: Scope, by: string, laterMs = 0): Scope {
    const actor = by === '' ? SYSTEM : this.actors.get(by);
    if (!actor) throw new Error(`${by} is nobody here`);
    const fresh = actor.kind === 'user' ? { ...actor, provenAt: this.clock.now } : actor;
    const now = new Date(this.clock.now.getTime() + laterMs);
    const events: Event[] = [];
    const callbacks = new Set<() => void>();
    let depth = 0;
    const scope: Scope = {
      ...tx,
      actor: fresh,
      now: () => now,
      // Nobody watches, so events are only recorded for webhooks.
      emit: (type, data) => void events.push({ type, data } as Event),
      afterCommit: (callback) => void (depth > 0 ? callbacks.add(callback) : callback()),
      async write(work) {
        depth += 1;
        const result = await work(scope);
        depth -= 1;
        if (depth > 0) return result;
        if (events.length > 0)
          await scope.kernel.steps.take(scope, 'committing', { events: events.splice(0) });
        for (const callback of callbacks) callback();
        callbacks.clear();
        return result;
      },
    };
    return scope;
  }

  private async firstRow(tx: Scope, until: number) {
    const [row] = await firstDue(tx.db, { until: new Date(until) });
    return row;
  }

  /** As the outbox would do it in that company. */
  private async send(tx: Scope, row: Row): Promise<void> {
    this.move(row.dueAt.getTime());
    const scope = this.scopeOf(tx, '');
    const outcome = await tryRow(tx.log, scope, row, HANDLERS.get(row.kind));
    if (outcome.pause < MAX_PAUSE_MS) await scope.write(outcome.write);
    else await this.scopeOf(tx, '', LONGER_PAUSE_MS).write(outcome.write);
    for (const sent of this.network.takeSent())
      for (const follow of this.followers) follow(sent, this.clock.now.getTime());
  }
}

const firstDue = tenantStatement((db) =>
  db
    .select()
    .from(rows)
    .where(and(isNull(rows.parkedAt), lte(rows.dueAt, sql.placeholder('until'))))
    .orderBy(asc(rows.dueAt), asc(rows.id))
    .limit(1),
);

function isAfter(one: Planned, other: Planned): boolean {
  return one.at === other.at ? one.order > other.order : one.at > other.at;
}
