import { join } from 'node:path';
import { TestReport } from './trust.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    testReport: TestReports;
  }
}

export type TestReports = { read(): Promise<TestReport | null> };

const PATH = join(import.meta.dir, '../../../public/proof.json');

/** Read once: it changes with the code. Null where the tests have not run, or for an invalid file. */
export function createTestReports(): TestReports {
  let known: Promise<TestReport | null> | undefined;
  return {
    read() {
      known ??= Bun.file(PATH)
        .json()
        .then((report) => TestReport.parse(report))
        .catch(() => null);
      return known;
    },
  };
}
