/**
 * Rules of daisyUI that match nothing here and that browsers look at all the same: with them whatever is inserted, checked
 * or given a class styles the root, or all that lies within, anew.
 */
const CUTS = [
  /:root:has\(input\.theme-controller\[value=\w+\]:checked\),/g,
  /(?<=[{}])\.prose [^{}]*\{[^{}]*\}/g,
  /(?<=[{}])\.toggle:has\(:checked\)>:nth-child\(\d\)\{[^{}]*\}/g,
];

/** Takes a minified sheet. */
export function withoutIdleRules(css: string): string {
  return CUTS.reduce((rest, cut) => {
    const lighter = rest.replaceAll(cut, '');
    if (lighter === rest) throw new Error(`daisyUI has changed: ${cut}`);
    return lighter;
  }, css);
}
