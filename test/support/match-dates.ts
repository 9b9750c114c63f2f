import { expect } from 'bun:test';
import { inspect } from 'node:util';

/** Bun's `toMatchObject` takes any two dates, maps, sets or patterns for equal (1.4.5). */
const OPAQUE = [Date, Map, Set, RegExp];
const { toMatchObject } = Object.getPrototypeOf(expect({})) as { toMatchObject(expected: object): void };

expect.extend({
  toMatchObject(received: unknown, expected: unknown) {
    const differing = differences(received, expected);
    return {
      pass: differing.length === 0 && matches(received, expected, this.isNot),
      message: () => `these differ (received, expected): ${inspect(differing)}`,
    };
  },
});

/** Throws Bun's own error, which shows the difference. */
function matches(received: unknown, expected: unknown, isNot: boolean): boolean {
  try {
    toMatchObject.call(expect(received), expected as object);
    return true;
  } catch (error) {
    if (isNot) return false;
    throw error;
  }
}

function differences(received: unknown, expected: unknown): [received: unknown, expected: unknown][] {
  if (OPAQUE.some((type) => expected instanceof type))
    return Bun.deepEquals(received, expected) ? [] : [[received, expected]];
  if (!isObject(received) || !isObject(expected)) return [];
  return Object.entries(expected).flatMap(([key, value]) => differences(received[key], value));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
