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
