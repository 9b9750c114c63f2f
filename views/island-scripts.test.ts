import { expect, test } from 'bun:test';
import { islands } from '../islands/manifest.ts';
import { LATER_ISLANDS, scriptsOfIslands, WORKSPACE_ISLANDS } from './island-scripts.ts';

const assets = {
  ...{ script: '/build/client.js', style: '/build/a.css', officeStyle: '/build/b.css' },
  islands: { boot: ['/boot.js', '/base.js'], workspace: ['/desk.js', '/base.js'], office: ['/office.js'] },
};
const filesFor = (...names: string[]) => scriptsOfIslands(assets, new Set(names));

test('a page without islands needs the entry script only', () => {
  expect(filesFor()).toEqual([]);
  expect(scriptsOfIslands({ ...assets, islands: undefined }, new Set(['composer']))).toEqual([]);
});

test('a page fetches what its islands need, each file once, and nothing that can wait', () => {
  expect(filesFor('notification-bell', 'command-bar')).toEqual(['/boot.js', '/base.js']);
  expect(filesFor('ticket-list', 'command-bar')).toEqual(['/boot.js', '/base.js', '/desk.js']);
  expect(filesFor('status-charts')).toEqual(['/boot.js', '/base.js', '/office.js']);
});

test('the names are those of the manifest', () => {
  expect(Object.keys(islands).filter(Boolean).toSorted()).toEqual(
    [...WORKSPACE_ISLANDS, ...LATER_ISLANDS].toSorted(),
  );
});
