import type { BunPlugin } from 'bun';

/**
 * Removes htmx's support for `hx-on`, which the CSP forbids, and `hx-boost`, which no page uses: both walk the whole
 * page before it becomes usable.
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
 * daisyUI rules that match nothing here, but make browsers restyle the root or its whole content at every insertion,
 * check or class change.
 */
const STYLE_CUTS = [
  /:root:has\(input\.theme-controller\[value=\w+\]:checked\),/g,
  /(?<=[{}])\.prose [^{}]*\{[^{}]*\}/g,
  /(?<=[{}])\.toggle:has\(:checked\)>:nth-child\(\d\)\{[^{}]*\}/g,
];

function methodOf(head: string): RegExp {
  return new RegExp(`^( +)${RegExp.escape(head)} \\{\\n[\\s\\S]*?^\\1\\}\\n`, 'm');
}

export function slimHtmx(): BunPlugin {
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

export const withoutIdleRules = (css: string): string => cutOut(css, STYLE_CUTS, 'daisyUI');

/** Each cut must match once (with the flag g at least once). Throws otherwise: the library has changed. */
export function cutOut(text: string, cuts: readonly RegExp[], whose: string): string {
  return cuts.reduce((rest, cut) => {
    const found = rest.match(new RegExp(cut, `${cut.flags.replace('g', '')}g`))?.length ?? 0;
    if (found === 0 || (found > 1 && !cut.global))
      throw new Error(`${whose} has changed, ${found} times there is ${cut}`);
    return rest.replace(cut, '');
  }, text);
}
