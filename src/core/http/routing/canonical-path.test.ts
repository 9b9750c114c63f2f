import { expect, test } from 'bun:test';
import { createCanonicalPath } from './canonical-path.ts';

const canonical = createCanonicalPath(
  [
    '/settings/:key',
    '/companies/listPlan/:id',
    '/undo/:token',
    '/queueIntegration/testsession',
    '/tags/:id',
    '*',
  ].map((path) => ({ path })),
);

test.each([
  ['/Settings/sendGreetingAccepted', '/settings/sendGreetingAccepted'],
  ['/companies/listplan/1', '/companies/listPlan/1'],
  ['/COMPANIES/LISTPLAN/1', '/companies/listPlan/1'],
  ['/queueintegration/testSession', '/queueIntegration/testsession'],
  ['/undo/AbC', '/undo/AbC'],
  ['/undo/listPLAN', '/undo/listPLAN'],
  ['/Tags', '/tags'],
  ['/Nothing/Here', '/Nothing/Here'],
  ['/', '/'],
])('%s becomes %s', (sent, meant) => {
  expect(canonical(sent)).toBe(meant);
});
