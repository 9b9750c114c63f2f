import type { Timers } from './timers.ts';

export class FakeTimers implements Timers {
  private time = 1_000_000;
  private pending: { at: number; call: () => void }[] = [];

  clockSetBy = 0;

  now() {
    return this.time + this.clockSetBy;
  }

  ticks() {
    return this.time;
  }

  after(ms: number, call: () => void) {
    const entry = { at: this.time + ms, call };
    this.pending.push(entry);
    return () => {
      this.pending = this.pending.filter((other) => other !== entry);
    };
  }

  random() {
    return 0.5;
  }

  get waiting(): number[] {
    return this.pending.map(({ at }) => at - this.time).sort((a, b) => a - b);
  }

  advance(ms: number) {
    const end = this.time + ms;
    for (let due = this.next(end); due; due = this.next(end)) {
      this.time = due.at;
      this.pending = this.pending.filter((other) => other !== due);
      due.call();
    }
    this.time = end;
  }

  private next(end: number) {
    return this.pending.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
