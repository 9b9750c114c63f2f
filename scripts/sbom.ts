/** `bun run sbom [FILE]`: the shipped packages, as CycloneDX 1.6. The same lockfile makes the same bytes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { exceptionFor, licenceOf } from './packages/licences.ts';
import { type Entry, neededBy, readLockFile } from './packages/lock-file.ts';

const FILE = 'sbom.cdx.json';

if (import.meta.main) {
  const file = process.argv[2] ?? FILE;
  const sbom = makeSbom();
  await Bun.write(file, `${JSON.stringify(sbom, null, 2)}\n`);
  process.stdout.write(`${file}: ${sbom.components.length} packages\n`);
}

export function makeSbom() {
  const { name, version, description, license, dependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const { entries, shipped } = readLockFile();
  const shippedRefs = new Set([...shipped].map((key) => refOf(entries.get(key) as Entry)));
  const components = new Map<string, ReturnType<typeof component>>();
  const graph = new Map<string, Set<string>>();
  for (const [key, entry] of entries) {
    const ref = refOf(entry);
    if (!components.has(ref)) components.set(ref, component(entry, shippedRefs.has(ref)));
    const needs = graph.get(ref) ?? new Set();
    for (const needed of neededBy(entries, key)) needs.add(refOf(entries.get(needed) as Entry));
    graph.set(ref, needs);
  }
  const ours = `pkg:npm/${name}@${version}`;
  graph.set(ours, new Set(Object.keys(dependencies).map((one) => refOf(entries.get(one) as Entry))));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(readFileSync('bun.lock', 'utf8') + ours)}`,
    version: 1,
    metadata: {
      component: {
        ...{ type: 'application', 'bom-ref': ours, name, version, description, purl: ours },
        licenses: [{ license: { id: license } }],
      },
    },
    components: inOrder([...components]).map(([, one]) => one),
    dependencies: inOrder([...graph]).map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
  };
}

function component(entry: Entry, isShipped: boolean) {
  const { name, version, integrity, isNative } = entry;
  const [, group, bare] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? [];
  const licence = exceptionFor(name)?.licence ?? (isNative ? undefined : licenceOf(entry));
  return {
    type: 'library',
    'bom-ref': refOf(entry),
    ...(group && { group }),
    name: bare,
    version,
    scope: isShipped ? 'required' : 'excluded',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
    ...(licence && { licenses: [licenceIn(licence)] }),
    purl: refOf(entry),
  };
}

function licenceIn(statement: string) {
  return / (OR|AND) /.test(statement) ? { expression: statement } : { license: { id: statement } };
}

/** https://github.com/package-url/purl-spec */
function refOf({ name, version }: Entry): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function inOrder<T>(rows: [string, T][]): [string, T][] {
  return rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Version 8: custom content (RFC 9562 §5.8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[15] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-${variant}${hex.slice(16, 19)}-${hex.slice(19, 31)}`;
}
