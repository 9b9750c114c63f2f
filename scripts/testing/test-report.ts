import { decodeXML } from 'entities';

type Counts = { passed: number; failed: number; skipped: number; seconds: number };
export type Outcome = Counts & { failures: string[] };
export type Outcomes = Map<string, Outcome>;

/** Reads the JUnit report of `bun test`: suites of files are those indented by two spaces and include nested ones. */
export function readReport(xml: string): Outcomes {
  const outcomes: Outcomes = new Map();
  const failures = readFailures(xml);
  for (const [suite] of xml.matchAll(/^ {2}<testsuite .*>$/gm)) {
    const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(suite)?.[1] ?? '';
    const [failed, skipped] = [Number(read('failures')), Number(read('skipped'))];
    const passed = Number(read('tests')) - failed - skipped;
    const file = read('file');
    const seconds = Number(read('time'));
    outcomes.set(file, { passed, failed, skipped, seconds, failures: failures.get(file) ?? [] });
  }
  return outcomes;
}

export function withMissing(outcomes: Outcomes, expected: string[], isWhole: boolean): Outcomes {
  const lost = { passed: 0, failed: 1, skipped: 0, seconds: 0, failures: ['did not run to its end'] };
  const all = new Map(outcomes);
  for (const path of expected) if (!all.has(path)) all.set(path, lost);
  const hasFailed = [...all.values()].some(({ failed }) => failed > 0);
  if (!isWhole && !hasFailed) all.set('the run itself', lost);
  return all;
}

export function sumUp(outcomes: Outcomes): string {
  const total = (name: keyof Counts) => [...outcomes.values()].reduce((sum, one) => sum + one[name], 0);
  return `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`;
}

export function slowest(outcomes: Outcomes, most: number): string {
  return [...outcomes]
    .sort(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, most)
    .map(([path, { seconds }]) => `  ${seconds.toFixed(0)} s ${path}`)
    .join('\n');
}

/** Seconds of the files below each folder, down to the third level; most first. */
export function secondsByFolder(outcomes: Outcomes): string {
  const folders = Map.groupBy(outcomes, ([path]) => path.split('/').slice(0, -1).slice(0, 3).join('/'));
  return [...folders]
    .map(([folder, files]) => ({
      folder,
      files: files.length,
      seconds: files.reduce((sum, [, one]) => sum + one.seconds, 0),
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ folder, files, seconds }) => `  ${seconds.toFixed(0)} s ${folder} (${files})`)
    .join('\n');
}

export function listFailures(outcomes: Outcomes): string {
  return [...outcomes]
    .flatMap(([path, { failures }]) => failures.map((test) => `  ${path} > ${test}\n`))
    .join('');
}

function readFailures(xml: string): Map<string, string[]> {
  const failed = /<testcase name="([^"]*)"[^>]* file="([^"]*)"[^>]*>\s*<failure [^>]*message="([^"]*)"/g;
  const failures = new Map<string, string[]>();
  for (const [, name = '', file = '', message = ''] of xml.matchAll(failed)) {
    const [firstLine] = decodeXML(message).split('\n');
    failures.set(file, [...(failures.get(file) ?? []), `${decodeXML(name)}: ${firstLine}`]);
  }
  return failures;
}
