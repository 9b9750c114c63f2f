import { expect, test } from 'bun:test';
import { mutantsOf } from './mutants.ts';

const changesOf = (text: string) => mutantsOf('a.ts', text).map(({ line, change }) => `${line}: ${change}`);

test('conditions, operators and booleans are turned round', () => {
  expect(changesOf('if (a) b = c < 1 && d === e;\nconst x = f ?? g, y = true;')).toEqual([
    '1: a → !(a)',
    '1: b = c < 1 && d === e; → ;',
    '1: c < 1 && d === e → (c < 1 || d === e)',
    '1: c < 1 → (c <= 1)',
    '1: d === e → (d !== e)',
    '2: f ?? g → (f)',
    '2: f ?? g → (g)',
    '2: true → false',
  ]);
});

test('statements, elements, spreads and constant properties are removed', () => {
  expect(
    changesOf("import { a } from 'a';\nawait send(a);\nconst b = [x, ...y], c = { d: null, e: f(g), ...h };"),
  ).toEqual([
    '2: await send(a); → ;',
    '3: x, → nothing',
    '3: ...y → nothing',
    '3: d: null, → nothing',
    '3: ...h → nothing',
  ]);
});

test('orders and choices are reversed, and types are left alone', () => {
  expect(
    changesOf(
      'type A = true | [B, C];\nq.orderBy(desc(t.id)).where(and(eq(a, b), c));\nMath.max(1, d as true);',
    ),
  ).toEqual([
    '2: q.orderBy(desc(t.id)).where(and(eq(a, b), c)); → ;',
    '2: desc(t.id) → t.id',
    '2: eq(a, b), → nothing',
    '2: c → nothing',
    '3: Math.max(1, d as true); → ;',
    '3: max → min',
  ]);
});

test('a mutant is the whole text with one change', () => {
  expect(mutantsOf('a.ts', 'f();\nconst a = !b || c;\n')[1]?.text).toBe('f();\nconst a = (!b && c);\n');
});
