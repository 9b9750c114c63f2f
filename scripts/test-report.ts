export type Outcome = { passed: number; failed: number; skipped: number; seconds: number };
/** By the path of the file. */
export type Outcomes = Map<string, Outcome>;

/** Reads the JUnit report of `bun test`: suites of files are those two spaces deep; what is inside them is counted in. */
export function readReport(xml: string): Outcomes {
  const outcomes: Outcomes = new Map();
  for (const [suite] of xml.matchAll(/^ {2}<testsuite .*>$/gm)) {
    const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(suite)?.[1] ?? '';
    const [failed, skipped] = [Number(read('failures')), Number(read('skipped'))];
    const passed = Number(read('tests')) - failed - skipped;
    outcomes.set(read('file'), { passed, failed, skipped, seconds: Number(read('time')) });
  }
  return outcomes;
}

/** A file that did not load, or whose process died, is in no report; it has failed, however many tests passed elsewhere. */
export function withMissing(outcomes: Outcomes, expected: string[], isWhole: boolean): Outcomes {
  const lost = { passed: 0, failed: 1, skipped: 0, seconds: 0 };
  const all = new Map(outcomes);
  for (const path of expected) if (!all.has(path)) all.set(path, lost);
  const hasFailed = [...all.values()].some(({ failed }) => failed > 0);
  if (!isWhole && !hasFailed) all.set('the run itself', lost);
  return all;
}

export function sumUp(outcomes: Outcomes): string {
  const total = (name: keyof Outcome) => [...outcomes.values()].reduce((sum, one) => sum + one[name], 0);
  return `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`;
}

export function slowest(outcomes: Outcomes, most: number): string {
  return [...outcomes]
    .sort(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, most)
    .map(([path, { seconds }]) => `  ${seconds.toFixed(0)} s ${path}`)
    .join('\n');
}
