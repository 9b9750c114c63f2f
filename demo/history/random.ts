import type { Ids } from '@/core/ids.ts';

/** Always the same numbers for the same seed (mulberry32), so that two demos have the same past. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 to less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    for (let index = left.length - 1; index > 0; index -= 1) {
      const other = Math.floor(this.next() * (index + 1));
      [left[index], left[other]] = [left[other] as T, left[index] as T];
    }
    return left;
  }

  /** Ids that nobody else can guess are for installations that others reach; the demo's are the same each time. */
  ids(): Ids {
    const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => this.between(0, 255)));
    return {
      uuid: () => {
        const hex = bytes(16).toString('hex');
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
      },
      token: (count) => bytes(count).toString('base64url'),
      messageId: () => `3EB0${bytes(9).toString('hex').toUpperCase()}`,
    };
  }
}
