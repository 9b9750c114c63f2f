import { join } from 'node:path';
import { TestReport } from './trust.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    testReport: TestReports;
  }
}

/** Where the tests ran: in this installation, or before the release was published. */
export type KnownReport = { report: TestReport; origin: 'here' | 'release' };
export type TestReports = { read(): Promise<KnownReport | null> };
export type ReportPaths = Record<KnownReport['origin'], string>;

/** `here` is written by each whole test run, `release` is part of the source: `bun run test --release`. */
const PATHS: ReportPaths = {
  here: join(import.meta.dir, '../../../public/proof.json'),
  release: join(import.meta.dir, 'release-report.json'),
};

/** Read once: both change with the code. The later report counts, because an upgrade leaves the older one behind. */
export function createTestReports(paths = PATHS): TestReports {
  let known: Promise<KnownReport | null> | undefined;
  return {
    read() {
      known ??= latest(paths);
      return known;
    },
  };
}

async function latest(paths: ReportPaths): Promise<KnownReport | null> {
  const [here, release] = await Promise.all([readReport(paths.here), readReport(paths.release)]);
  if (here && (!release || here.at >= release.at)) return { report: here, origin: 'here' };
  return release && { report: release, origin: 'release' };
}

/** Null for a missing or invalid file. */
const readReport = (path: string): Promise<TestReport | null> =>
  Bun.file(path)
    .json()
    .then((report) => TestReport.parse(report))
    .catch(() => null);
