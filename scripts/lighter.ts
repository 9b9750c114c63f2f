import type { BunPlugin } from 'bun';

/**
 * What htmx does for `hx-on`, which the content policy forbids, and for `hx-boost`, which no page has: it looks at every
 * attribute of every element and climbs from every link to the root before a page can be used.
 */
const HTMX_CUTS = [
  / +this\.#hxOnQuery = .*\n/,
  / +let hxOnNodes = \[root\];\n[\s\S]*?(?= +for \(let elt of this\.#queryEltAndDescendants\(root, this\.#actionSelector\))/,
  / +for \(let elt of this\.#queryEltAndDescendants\(root, this\.#boostSelector\)\) \{\n.*\n +\}\n/,
  methodOf('#maybeBoost(elt)'),
  methodOf('#shouldBoost(elt)'),
  methodOf('#handleHxOnAttributes(node)'),
];

/**
 * Rules of daisyUI that match nothing here and that browsers look at all the same: with them whatever is inserted, checked
 * or given a class styles the root, or all that lies within, anew.
 */
const STYLE_CUTS = [
  /:root:has\(input\.theme-controller\[value=\w+\]:checked\),/g,
  /(?<=[{}])\.prose [^{}]*\{[^{}]*\}/g,
  /(?<=[{}])\.toggle:has\(:checked\)>:nth-child\(\d\)\{[^{}]*\}/g,
];

/** Up to the brace that stands below its first letter. */
function methodOf(head: string): RegExp {
  return new RegExp(`^( +)${RegExp.escape(head)} \\{\\n[\\s\\S]*?^\\1\\}\\n`, 'm');
}

export function lighterHtmx(): BunPlugin {
  return {
    name: 'lighter-htmx',
    setup(builder) {
      builder.onLoad({ filter: /\/htmx\.org\/dist\/htmx\.esm\.js$/ }, async ({ path }) => ({
        contents: cutOut(await Bun.file(path).text(), HTMX_CUTS, 'htmx'),
        loader: 'js',
      }));
    },
  };
}

/** Takes a minified sheet. */
export const withoutIdleRules = (css: string): string => cutOut(css, STYLE_CUTS, 'daisyUI');

/** Each cut is found once; with the flag g once or more. Throws when it is not: what it was written for has changed. */
export function cutOut(text: string, cuts: readonly RegExp[], whose: string): string {
  return cuts.reduce((rest, cut) => {
    const found = rest.match(new RegExp(cut, `${cut.flags.replace('g', '')}g`))?.length ?? 0;
    if (found === 0 || (found > 1 && !cut.global))
      throw new Error(`${whose} has changed, ${found} times there is ${cut}`);
    return rest.replace(cut, '');
  }, text);
}
