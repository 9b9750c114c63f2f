import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Accepted, judge } from '../../scripts/audit-packages.ts';
import { EXCEPTIONS, exceptionFor, isFree, licenceOf } from '../../scripts/packages/licences.ts';
import { readLockFile } from '../../scripts/packages/lock-file.ts';
import { makeSbom } from '../../scripts/sbom.ts';
import { ROOT } from './sources.ts';

const { entries, shipped } = readLockFile();
const all = [...entries.values()];

describe('licences', () => {
  test('every installed package has a free licence or a reasoned exception', () => {
    const installed = all.flatMap((entry) => {
      const licence = licenceOf(entry);
      return licence === undefined ? [] : [{ name: entry.name, licence }];
    });
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.filter(({ name, licence }) => !exceptionFor(name) && !isFree(licence))).toEqual([]);
  });

  test('every exception is in use', () => {
    const used = new Set(all.map(({ name }) => exceptionFor(name)));
    expect(Object.values(EXCEPTIONS).filter((exception) => !used.has(exception))).toEqual([]);
  });

  test.each([
    ['MIT', true],
    ['(AFL-2.1 OR BSD-3-Clause)', true],
    ['MIT AND GPL-3.0', false],
    ['BUSL-1.1', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
  ])('isFree(%p) is %p', (licence, expected) => {
    expect(isFree(licence)).toBe(expected);
  });
});

test('shipped packages include everything the app imports and no test tools', () => {
  expect(
    ['hono', '@whiskeysockets/baileys', 'libsignal', 'sharp'].filter((name) => !shipped.has(name)),
  ).toEqual([]);
  expect(
    ['typescript', 'knip', 's3rver', 'koa', 'playwright-core'].filter((name) => shipped.has(name)),
  ).toEqual(['typescript']);
});

test('docs/dependencies.md has a line for each package of package.json and for no other', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const lines = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8').match(/^\| `.*$/gm) ?? [];
  const named = lines.flatMap((line) =>
    [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].sort());
});

test('every package of the lockfile has a hash', () => {
  expect(all.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
});

describe('software bill of materials', () => {
  const text = z.string().min(1);
  const licence = z.union([
    z.strictObject({ license: z.strictObject({ id: text }) }),
    z.strictObject({ expression: text }),
  ]);
  const Component = z.strictObject({
    type: z.literal('library'),
    'bom-ref': text,
    group: text.optional(),
    name: text,
    version: text,
    scope: z.enum(['required', 'excluded']),
    hashes: z.array(
      z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }),
    ),
    licenses: z.array(licence).optional(),
    purl: z.string().regex(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^@]+$/),
  });
  /** The part of https://cyclonedx.org/docs/1.6/json that ours uses; the schema allows nothing else there. */
  const Sbom = z.strictObject({
    $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.6'),
    serialNumber: z
      .string()
      .regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    version: z.literal(1),
    metadata: z.strictObject({ component: z.looseObject({ type: z.literal('application'), name: text }) }),
    components: z.array(Component),
    dependencies: z.array(z.strictObject({ ref: text, dependsOn: z.array(text) })),
  });
  const sbom = makeSbom();

  test('conforms to CycloneDX 1.6', () => {
    expect(Sbom.safeParse(JSON.parse(JSON.stringify(sbom))).error?.issues ?? []).toEqual([]);
  });

  test('lists every package of the lockfile once and has no dangling references', () => {
    const refs = sbom.components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.length).toBe(new Set(all.map(({ name, version }) => `${name}@${version}`)).size);
    const known = new Set([...refs, sbom.metadata.component['bom-ref']]);
    const unknown = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(unknown.filter((ref) => !known.has(ref))).toEqual([]);
  });

  test('is deterministic and copied into the image', () => {
    expect(JSON.stringify(makeSbom())).toBe(JSON.stringify(sbom));
    const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('COPY --from=build /app/sbom.cdx.json .');
  });
});

describe('advisories', () => {
  const TODAY = '2026-03-09';
  const of = (severity: string) => ({
    answer: {
      hono: [
        {
          url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
          title: 'A hole',
          severity,
          vulnerable_versions: '<5',
        },
      ],
    },
  });
  const accepted = (until: string): Accepted[] => [
    { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'not used here', until },
  ];

  test.each([
    ['nobody answered', { why: '405' }, [], true],
    ['none', { answer: {} }, [], true],
    ['a moderate one', of('moderate'), [], true],
    ['a high one', of('high'), [], false],
    ['a critical one', of('critical'), [], false],
    ['one that was weighed', of('high'), accepted(TODAY), true],
    ['one whose day is over', of('high'), accepted('2026-03-08'), false],
  ] as const)('%s', (_name, asked, list, isFine) => {
    const judged = judge(asked, [...list], TODAY);
    expect(judged.isFine).toBe(isFine);
    expect(judged.lines[0]).toContain('advisories: ');
    expect(judged.lines.length).toBe(isFine ? 1 : 2);
  });

  test('every accepted advisory has a reason and a date', () => {
    const path = join(ROOT, 'docs/security/accepted-advisories.json');
    expect(existsSync(path)).toBe(true);
    const one = z.strictObject({
      advisory: z.string().regex(/^GHSA(-[\w]{4}){3}$/),
      reason: z.string().min(20),
      until: z.iso.date(),
    });
    expect(z.array(one).safeParse(JSON.parse(readFileSync(path, 'utf8'))).error?.issues ?? []).toEqual([]);
  });

  test('CI runs the audit', () => {
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toContain('scripts/audit-packages.ts');
  });
});
