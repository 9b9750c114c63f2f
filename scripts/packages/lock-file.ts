import { readFileSync } from 'node:fs';

export type Entry = {
  path: string[];
  name: string;
  version: string;
  integrity: string;
  isNative: boolean;
  needs: string[];
};
export type LockFile = { entries: Map<string, Entry>; shipped: Set<string> };

type Needs = Record<string, string>;
type Facts = {
  dependencies?: Needs;
  optionalDependencies?: Needs;
  peerDependencies?: Needs;
  optionalPeers?: string[];
  os?: unknown;
  cpu?: unknown;
};
type Row = [id: string, registry: string, facts: Facts, integrity: string];
type Manifest = { dependencies: Needs; devDependencies: Needs };

const readManifest = () => JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Every package of bun.lock; `shipped` are the runtime ones. */
export function readLockFile(text = readFileSync('bun.lock', 'utf8'), manifest = readManifest()): LockFile {
  const { packages } = Bun.JSONC.parse(text) as { packages: Record<string, Row> };
  const entries = new Map(Object.entries(packages).map(([key, row]) => [key, entryOf(key, row)]));
  const shipped = new Set<string>();
  const waiting = Object.keys(manifest.dependencies);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (shipped.has(key) || !entries.has(key)) continue;
    shipped.add(key);
    waiting.push(...neededBy(entries, key));
  }
  return { entries, shipped };
}

export function neededBy(entries: LockFile['entries'], key: string): string[] {
  const { path = [], needs = [] } = entries.get(key) ?? {};
  return needs.flatMap((name) => {
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const candidate = [...path.slice(0, depth), name].join('/');
      if (entries.has(candidate)) return [candidate];
    }
    return [];
  });
}

export const folderOf = ({ path }: Entry) => `node_modules/${path.join('/node_modules/')}`;

function entryOf(key: string, [id, , facts, integrity]: Row): Entry {
  const at = id.lastIndexOf('@');
  const peers = Object.keys(facts.peerDependencies ?? {});
  const needs = [
    ...Object.keys({ ...facts.dependencies, ...facts.optionalDependencies }),
    ...peers.filter((name) => !facts.optionalPeers?.includes(name)),
  ];
  return {
    path: key.match(/(@[^/]+\/)?[^/]+/g) ?? [],
    name: id.slice(0, at),
    version: id.slice(at + 1),
    integrity,
    isNative: facts.os !== undefined || facts.cpu !== undefined,
    needs,
  };
}
