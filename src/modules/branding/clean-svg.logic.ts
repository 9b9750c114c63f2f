const SHAPES = 'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan';
const PAINT = 'linearGradient radialGradient stop clipPath mask pattern filter style';
const FILTERS = 'feGaussianBlur feOffset feBlend feFlood feComposite feMerge feMergeNode feColorMatrix';

const ACTIVE = ['@import', 'javascript:', 'expression(', '\\'];

/** True if it loads or runs something: only references within the same image are allowed. */
function reachesOut(text: string): boolean {
  const plain = text.toLowerCase().replace(/[\s"']/g, '');
  const isForeign = (address: string) => !address.startsWith('#');
  return ACTIVE.some((term) => plain.includes(term)) || plain.split('url(').slice(1).some(isForeign);
}

/** Keeps shapes only: no scripts, events, addresses or other text. Undefined when nothing drawable is left. */
export async function cleanSvg(text: string): Promise<string | undefined> {
  const { default: sanitizeHtml } = await import('sanitize-html');
  // Text before the <svg> element may declare entities.
  const clean = sanitizeHtml(text.slice(text.indexOf('<svg')), {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedTags: `${SHAPES} ${PAINT} ${FILTERS}`.split(' '),
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    nonTextTags: ['script', 'foreignObject', 'textarea', 'option', 'noscript'],
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: harmless(attribs) }) },
    // Style content is written back unescaped: an escaped tag would become a real one.
    exclusiveFilter: ({ tag, text: written }) =>
      tag === 'style' && (written.includes('<') || reachesOut(written)),
  });
  return /<svg[\s>]/.test(clean) && clean.includes('</svg>') ? clean : undefined;
}

function harmless(attributes: Record<string, string>): Record<string, string> {
  const allowed = Object.entries(attributes).filter(([name, value]) => {
    if (/^on/i.test(name) || reachesOut(value)) return false;
    if (/href$/i.test(name)) return value.startsWith('#');
    return name !== 'src';
  });
  return Object.fromEntries(allowed);
}
