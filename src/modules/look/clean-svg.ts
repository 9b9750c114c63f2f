const SHAPES = 'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan';
const PAINT = 'linearGradient radialGradient stop clipPath mask pattern filter style';
const FILTERS = 'feGaussianBlur feOffset feBlend feFlood feComposite feMerge feMergeNode feColorMatrix';

const ACTIVE = ['@import', 'javascript:', 'expression(', '\\'];

/** Whether it loads or runs something: only parts of the same picture may be named. */
function reachesOut(text: string): boolean {
  const plain = text.toLowerCase().replace(/[\s"']/g, '');
  const isForeign = (address: string) => !address.startsWith('#');
  return ACTIVE.some((word) => plain.includes(word)) || plain.split('url(').slice(1).some(isForeign);
}

/** Drawing alone: no script, no event, no address, no text of another kind. Undefined when nothing is left to draw. */
export async function cleanSvg(text: string): Promise<string | undefined> {
  const { default: sanitizeHtml } = await import('sanitize-html');
  // What stands before the picture may declare entities.
  const clean = sanitizeHtml(text.slice(text.indexOf('<svg')), {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedTags: `${SHAPES} ${PAINT} ${FILTERS}`.split(' '),
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    nonTextTags: ['script', 'foreignObject', 'textarea', 'option', 'noscript'],
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: harmless(attribs) }) },
    // The text of a style is written as it was read: an escaped tag would become one.
    exclusiveFilter: ({ tag, text: written }) =>
      tag === 'style' && (written.includes('<') || reachesOut(written)),
  });
  return /<svg[\s>]/.test(clean) && clean.includes('</svg>') ? clean : undefined;
}

function harmless(attributes: Record<string, string>): Record<string, string> {
  const kept = Object.entries(attributes).filter(([name, value]) => {
    if (/^on/i.test(name) || reachesOut(value)) return false;
    if (/href$/i.test(name)) return value.startsWith('#');
    return name !== 'src';
  });
  return Object.fromEntries(kept);
}
