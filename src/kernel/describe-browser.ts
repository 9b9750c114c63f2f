type Named = { browser: string; system: string };

/** The first that fits: most name older ones too, so that sites take them for those. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** '' for what we do not know. */
export function describeBrowser(agent: string): Named {
  const nameIn = (known: readonly (readonly [mark: string, name: string])[]) =>
    known.find(([mark]) => agent.includes(mark))?.[1] ?? '';
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
