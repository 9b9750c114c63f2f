import { expect, test } from 'bun:test';
import { describeApi, describeV1 } from './openapi.ts';
import { ENDPOINTS, V1 } from './routes.ts';

type Operation = { parameters?: { in: string; name: string }[] };

test.each([
  ['the contract', describeApi(ENDPOINTS)],
  ['/api/v1', describeV1(V1)],
])(
  'no two paths of %s differ only in parameter names, and each parameter is described',
  (_name, { paths }) => {
    const shapes = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
    for (const [path, operations] of Object.entries(paths))
      for (const { parameters = [] } of Object.values(operations as Record<string, Operation>)) {
        const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        expect([path, described]).toEqual([
          path,
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
        ]);
      }
  },
);

test('entries of the reference of /api/v1 have different short names and a description', () => {
  type Described = { summary: string; description?: string };
  const all = Object.values(describeV1(V1).paths).flatMap((one) =>
    Object.values(one as Record<string, Described>),
  );
  const names = all.map(({ summary }) => summary);
  expect(all.length).toBe(V1.length);
  expect(new Set(names).size).toBe(V1.length);
  expect(names.filter((name) => name.length > 32 || /[.,;]/.test(name))).toEqual([]);
  const undescribed = all.filter(({ description }) => !description);
  expect(undescribed.map(({ summary }) => summary)).toEqual(['This document']);
});

const NAMELESS =
  /^(?:The same|As \/)|^\w+ (?:one|it|them)(?:$|[,;:.]| (?:that|with|of|into)\b)|^(?:Removes|Sets or replaces) its\b/;

test('a summary names what its call is about, because documents show each alone', () => {
  const summaries = ENDPOINTS.flatMap(({ summary }) => summary ?? []);
  expect(summaries.length).toBeGreaterThan(200);
  expect(summaries.filter((summary) => NAMELESS.test(summary))).toEqual([]);
});
