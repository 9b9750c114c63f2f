/** Tests that a change can break, nearest first, and those of them that fit into a limit of time. */
import type { Timings } from './timings.ts';

/** By file: the files that it imports or names. */
export type Graph = Map<string, string[]>;
export type Affected = { test: string; rank: number };

type Change = { changed: string[]; graph: Graph };
type Limit = { timings: Timings; limitMs: number };
type Choice = { chosen: string[]; left: string[] };

const TEST = /\.(test|e2e)\.tsx?$/;
const JOURNEY = /\.e2e\.ts$/;

/** They read all sources without importing them. */
const OF_ALL_SOURCES = /^test\/architecture(\/|\.test)/;
/** They call what every module registers. */
const OF_ALL_CALLS = /^test\/(contract|isolation|other-company|page-forms|contract\/errors)\.test\.ts$/;

/** Files that are used without an import. */
const BY_RULE: [file: RegExp, tests: RegExp][] = [
  [/^db\/.*\/migrations\/|^db\/landed-migrations\.json$|^test\/fixtures\//, /^test\/upgrade\//],
  [/\.css$|^public\//, /^scripts\/build\.test\.ts$/],
  [/\.css$|^(public|islands)\//, /^scripts\/workspace-weight\.test\.ts$/],
  [/^scripts\/[^/]+\.ts$|^Dockerfile$/, /^test\/unit\/image\.test\.ts$/],
  [/\.e2e\.ts$/, /^test\/unit\/browser-checks\.test\.ts$/],
  [/^(package\.json|bun\.lock|bunfig\.toml)$/, /^(scripts|test\/upgrade)\/.*\.test\.ts$/],
];

/** A journey that only imports the change; other tests try the same in a fraction of the time. */
const FAR = 1_000;

export function affectedTests({ changed, graph }: Change): Affected[] {
  const distances = distancesTo(changed, graph);
  const topics = new Set(changed.filter((path) => !TEST.test(path)).map(topicOf));
  const isMarkup = changed.some((path) => /^(views|islands|locales)\//.test(path));
  const isByRule = (test: string) =>
    BY_RULE.some(([file, tests]) => tests.test(test) && changed.some((path) => file.test(path)));

  const rankOf = (test: string): number | undefined => {
    const distance = distances.get(test);
    const isOnTopic = topics.has(topicOf(test));
    if (distance === 0 || OF_ALL_SOURCES.test(test)) return 0;
    if (JOURNEY.test(test)) return isOnTopic && isMarkup ? 2 : distance && FAR;
    if (isByRule(test)) return 1;
    if (isOnTopic) return 1 + (distance ?? FAR) / FAR;
    if (distance === undefined) return undefined;
    return OF_ALL_CALLS.test(test) ? 3 : 4 + distance;
  };

  return [...graph.keys()]
    .filter((path) => TEST.test(path))
    .flatMap((test) => {
      const rank = rankOf(test);
      return rank === undefined ? [] : [{ test, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
}

/** Each test that still fits, in the order of `affected`. */
export function chooseTests(affected: Affected[], { timings, limitMs }: Limit): Choice {
  const choice: Choice = { chosen: [], left: [] };
  let spentMs = 0;
  for (const { test, rank } of affected) {
    const endMs = spentMs + (timings[test] ?? 0);
    const isChosen = rank < FAR && endMs <= limitMs;
    if (isChosen) spentMs = endMs;
    choice[isChosen ? 'chosen' : 'left'].push(test);
  }
  return choice;
}

/** Number of imports between each file and the nearest changed one. */
function distancesTo(changed: string[], graph: Graph): Map<string, number> {
  const importers = Map.groupBy(
    [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to }))),
    ({ to }) => to,
  );
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const { from } of importers.get(path) ?? [])
      if (!distances.has(from)) distances.set(from, distance + 1);
  return distances;
}

const TOPICS = [
  /^src\/modules\/([^/]+)\//,
  /^views\/(?:pages|parts)\/([^/]+)\//,
  /^islands\/(?:office\/)?([^/]+)\//,
  /^db\/[^/]+\/schema\/([^/]+)\.ts$/,
  /^locales\/[^/]+\/([^/]+)\.json$/,
  /^test\/browser\/([^/.]+)\.e2e\.ts$/,
];

/** A module with its pages, texts, tables and journey; of other files the folder, down to the third level. */
export function topicOf(path: string): string {
  const name = TOPICS.map((pattern) => pattern.exec(path)?.[1]).find(Boolean);
  const folder = path.split('/').slice(0, -1).slice(0, 3).join('/');
  return name?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? folder;
}
