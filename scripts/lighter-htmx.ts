import type { BunPlugin } from 'bun';

/**
 * What htmx does for `hx-on`, which the content policy forbids, and for `hx-boost`, which no page has: it looks at every
 * attribute of every element and climbs from every link to the root before a page can be used.
 */
const CUTS = [
  / +this\.#hxOnQuery = .*\n/,
  / +let hxOnNodes = \[root\];\n[\s\S]*?(?= +for \(let elt of this\.#queryEltAndDescendants\(root, this\.#actionSelector\))/,
  / +for \(let elt of this\.#queryEltAndDescendants\(root, this\.#boostSelector\)\) \{\n.*\n +\}\n/,
  methodOf('#maybeBoost(elt)'),
  methodOf('#shouldBoost(elt)'),
  methodOf('#handleHxOnAttributes(node)'),
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
        contents: withoutUnused(await Bun.file(path).text()),
        loader: 'js',
      }));
    },
  };
}

function withoutUnused(source: string): string {
  return CUTS.reduce((rest, cut) => {
    const lighter = rest.replace(cut, '');
    if (lighter === rest) throw new Error(`htmx has changed: ${cut}`);
    return lighter;
  }, source);
}
