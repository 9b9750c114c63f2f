const MAX_HTML = 200_000;

const INLINE: Record<string, string> = {
  B: '*',
  STRONG: '*',
  I: '_',
  EM: '_',
  S: '~',
  DEL: '~',
  STRIKE: '~',
  CODE: '`',
};
const BLOCKS = new Set([
  'P',
  'DIV',
  'UL',
  'OL',
  'LI',
  'PRE',
  'BLOCKQUOTE',
  'TABLE',
  'TR',
  'SECTION',
  'ARTICLE',
]);
const SILENT = new Set(['STYLE', 'SCRIPT', 'HEAD', 'TITLE', 'TEMPLATE', 'SVG']);

export function marksOf(html: string): string | undefined {
  if (html.length > MAX_HTML) return undefined;
  // Parsed apart from the page: nothing in it runs or loads.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  if (!body.querySelector('b,strong,i,em,s,del,strike,code,pre,li,blockquote,h1,h2,h3,[style]'))
    return undefined;
  return written(body, 0)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const DEEPEST = 200;

function written(node: Node, depth: number): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof HTMLElement) || SILENT.has(node.tagName) || depth > DEEPEST) return '';
  if (node.tagName === 'BR') return '\n';
  if (node.tagName === 'PRE') return block(`\`\`\`${node.textContent?.trim()}\`\`\``);
  const inner = [...node.childNodes].reduce((text, child) => join(text, written(child, depth + 1)), '');
  if (/^H[1-6]$/.test(node.tagName)) return block(wrap(inner, '*'));
  if (node.tagName === 'LI') return block(`${bullet(node)}${inner.trim()}`);
  if (node.tagName === 'BLOCKQUOTE') return block(inner.trim().replace(/^/gm, '> '));
  if (BLOCKS.has(node.tagName)) return block(inner);
  return marksFor(node).reduce(wrap, inner);
}

function marksFor(node: HTMLElement): string[] {
  const { fontWeight, fontStyle, textDecoration } = node.style;
  const marks = new Set<string>();
  const own = INLINE[node.tagName];
  if (own && !(own === '*' && /^(normal|[1-4]00)$/.test(fontWeight))) marks.add(own);
  if (/^(bold|[6-9]00)$/.test(fontWeight)) marks.add('*');
  if (fontStyle === 'italic') marks.add('_');
  if (textDecoration.includes('line-through')) marks.add('~');
  return [...marks];
}

function wrap(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => {
      const content = line.trim();
      if (content === '' || content.includes(mark)) return line;
      const before = line.slice(0, line.indexOf(content));
      return `${before}${mark}${content}${mark}${line.slice(before.length + content.length)}`;
    })
    .join('\n');
}

function bullet(item: HTMLElement): string {
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return '- ';
  return `${[...list.children].indexOf(item) + 1}. `;
}

const block = (text: string) => `\n${text.trim()}\n`;

function join(text: string, next: string): string {
  if (text.endsWith('\n') && next.startsWith('\n')) return text + next.slice(1);
  return text === '' || text.endsWith('\n') ? text + next.replace(/^ +/, '') : text + next;
}

export type Marked = { text: string; from: number; to: number };

const KEYS: Record<string, string> = { b: '*', i: '_', x: '~' };

/** Ctrl+B, Ctrl+I and Ctrl+Shift+X; '' for every other key. */
export function markFor({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || shiftKey !== (letter === 'x')) return '';
  return KEYS[letter] ?? '';
}

export function toggleMark({ text, from, to }: Marked, mark: string): Marked {
  const chosen = text.slice(from, to);
  if (chosen.length > 1 && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const bare = chosen.slice(1, -1);
    return { text: text.slice(0, from) + bare + text.slice(to), from, to: from + bare.length };
  }
  if (text[from - 1] === mark && text[to] === mark) {
    return { text: text.slice(0, from - 1) + chosen + text.slice(to + 1), from: from - 1, to: to - 1 };
  }
  return {
    text: `${text.slice(0, from)}${mark}${chosen}${mark}${text.slice(to)}`,
    from: from + 1,
    to: to + 1,
  };
}
