import { PROMISE_KEYS, PROMISES } from '../../src/modules/trust/promises.schema.ts';
import type { TestReport } from '../../src/modules/trust/trust.schema.ts';
import type { Outcomes } from './test-report.ts';

const RELEASE_REPORT = 'src/modules/trust/release-report.json';

export function proofOf(outcomes: Outcomes, { at, commit }: { at: Date; commit: string | null }): TestReport {
  const ofPromise = (tests: readonly string[]) => {
    const found = tests.flatMap((path) => outcomes.get(path) ?? []);
    const total = (name: 'passed' | 'failed' | 'skipped') => found.reduce((sum, one) => sum + one[name], 0);
    return {
      files: found.length,
      passed: total('passed'),
      failed: total('failed'),
      skipped: total('skipped'),
    };
  };
  const promises = Object.fromEntries(PROMISE_KEYS.map((key) => [key, ofPromise(PROMISES[key])]));
  return { at: at.toISOString(), commit, promises };
}

/** Commit the file: it proves `commit` wherever the source is installed. Throws for a promise with a failed test. */
export async function publishReport(proof: TestReport, path = RELEASE_REPORT): Promise<void> {
  if (Object.values(proof.promises).some(({ failed }) => failed > 0))
    throw new Error('A promise has a failed test: its proof is not published.');
  await Bun.write(path, `${JSON.stringify(proof, null, 2)}\n`);
}

export async function commitHere(): Promise<string | null> {
  const ask = async (...args: string[]) => {
    const child = Bun.spawn(['git', ...args], { stdout: 'pipe', stderr: 'ignore' });
    const output = (await new Response(child.stdout).text()).trim();
    return (await child.exited) === 0 ? output : null;
  };
  try {
    const commit = await ask('rev-parse', 'HEAD');
    if (!commit) return null;
    return (await ask('status', '--porcelain')) ? `${commit.slice(0, 12)}+` : commit.slice(0, 12);
  } catch {
    return null;
  }
}
