/** A piece of a formatted message. Text is plain everywhere: only React creates markup. */
export type TextNode =
  | { type: 'text' | 'code' | 'block'; text: string }
  | { type: 'bold' | 'italic' | 'strike'; children: TextNode[] }
  | { type: 'quote'; children: TextNode[] }
  | { type: 'item'; marker: string; children: TextNode[] }
  | { type: 'link'; href: string; text: string };

type Style = 'bold' | 'italic' | 'strike';
const STYLES: Record<string, Style> = { '*': 'bold', _: 'italic', '~': 'strike' };

const MAX_LINE = 300;
const WORD = /[\p{L}\p{N}]/u;
const URL_HERE = /(?:https?:\/\/|www\.)[^\s<>"`\u202a-\u202e\u2066-\u2069]+/iy;
/** `- item`, `* item`, `1. item` and `> quote`, as WhatsApp shows them. */
const ITEM = /^(?:[-*]|(\d{1,3})\.) (?=\S)/;
const QUOTE = /^> ?(?=\S)/;
/** International, with an area code in parentheses, or a Brazilian mobile number. */
const PHONE_HERE =
  /(?:\+\d[\d ()-]{5,18}\d|\(\d\d\) ?\d{4,5}[- ]?\d{4}|(?:55 ?)?\d\d[ -]?9\d{4}[- ]?\d{4})(?![\d\p{L}])/uy;
const PHONE_STARTS = /[+(\d]/;
const TRAILING = ".,;:!?)]}'*_~";
const MAX_LINK = 2000;
/** Limits elements on the page; the rest of a text stays plain. */
const MAX_MARKS = 500;

type Rest = { marks: number };

/** WhatsApp's rules: a mark opens and closes at the edge of a word, on one line. Runs in linear time. */
export function parseFormatting(text: string): TextNode[] {
  const nodes: TextNode[] = [];
  const rest = { marks: MAX_MARKS };
  const parts = text.split('```');
  parts.forEach((part, index) => {
    const isFenced = index % 2 === 1;
    const isBlock = isFenced && index < parts.length - 1 && part.trim() !== '' && rest.marks > 0;
    if (isBlock) {
      rest.marks -= 1;
      nodes.push({ type: 'block', text: part.replace(/^\n|\n$/g, '') });
      return;
    }
    const own = isFenced ? restoreFence(part, index === parts.length - 1) : part;
    for (const node of parseLines(own, rest)) nodes.push(node);
  });
  return joinTexts(nodes);
}

/** Undefined when the text contains no complete web address. */
export function firstLink(text: string): string | undefined {
  if (!/https?:/i.test(text)) return undefined;
  const find = (nodes: TextNode[]): string | undefined => {
    for (const node of nodes) {
      const isWeb = node.type === 'link' && !node.href.startsWith('tel:');
      const found = isWeb ? node.href : 'children' in node ? find(node.children) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return find(parseFormatting(text));
}

export function hostOf(href: string): string {
  return URL.parse(href)?.hostname.replace(/^www\./, '') ?? href;
}

/** A fence that encloses nothing, or is never closed, is text. */
function restoreFence(part: string, isLast: boolean): string {
  return isLast ? `\`\`\`${part}` : `\`\`\`${part}\`\`\``;
}

function parseLines(text: string, rest: Rest): TextNode[] {
  const nodes: TextNode[] = [];
  text.split('\n').forEach((line, index) => {
    const block = rest.marks > 0 ? parseBlock(line, rest) : undefined;
    const former = nodes.at(-1)?.type;
    // A block has a line of its own.
    if (index > 0 && !block && former !== 'item' && former !== 'quote')
      nodes.push({ type: 'text', text: '\n' });
    for (const node of block ? [block] : parseInline(line, '', rest)) nodes.push(node);
  });
  return nodes;
}

function parseBlock(line: string, rest: Rest): TextNode | undefined {
  const item = ITEM.exec(line);
  const [mark] = item ?? QUOTE.exec(line) ?? [];
  if (mark === undefined) return undefined;
  rest.marks -= 1;
  const children = joinTexts(parseInline(line.slice(mark.length), '', rest));
  if (!item) return { type: 'quote', children };
  return { type: 'item', marker: item[1] ? `${item[1]}.` : '•', children };
}

/** `open` holds the marks around this piece, which do not open again inside. */
function parseInline(line: string, open: string, rest: Rest): TextNode[] {
  const nodes: TextNode[] = [];
  // A mark without a closing one from here has none further on either: never search twice.
  const hopeless = new Set<string>();
  // A rejected address is not scanned again letter by letter.
  let linkless = 0;
  let plain = 0;
  let at = 0;
  const take = (node: TextNode, end: number) => {
    rest.marks -= 1;
    if (plain < at) nodes.push({ type: 'text', text: line.slice(plain, at) });
    nodes.push(node);
    at = end;
    plain = end;
  };
  while (at < line.length && rest.marks > 0) {
    const mark = line.charAt(at);
    const run = at < linkless || isKeyword(line, at - 1) ? '' : webRunAt(line, at);
    const link = run && linkOf(run);
    if (link) {
      take(link, at + link.text.length);
      continue;
    }
    if (run) linkless = at + run.length;
    const phone = at < linkless ? undefined : phoneAt(line, at);
    if (phone) {
      take(phone, at + phone.text.length);
      continue;
    }
    const style = STYLES[mark];
    if ((style || mark === '`') && !open.includes(mark) && !hopeless.has(mark) && opensAt(line, at)) {
      const end = closing(line, at, mark);
      if (end > 0) {
        const inner = line.slice(at + 1, end);
        take(
          style
            ? { type: style, children: parseInline(inner, open + mark, rest) }
            : { type: 'code', text: inner },
          end + 1,
        );
        continue;
      }
      hopeless.add(mark);
    }
    at += 1;
  }
  if (plain < line.length) nodes.push({ type: 'text', text: line.slice(plain) });
  return nodes;
}

function isKeyword(line: string, at: number): boolean {
  return at >= 0 && at < line.length && WORD.test(line.charAt(at));
}

function isSpace(line: string, at: number): boolean {
  return at < 0 || at >= line.length || /\s/.test(line.charAt(at));
}

function opensAt(line: string, at: number): boolean {
  return !isKeyword(line, at - 1) && !isSpace(line, at + 1) && line.charAt(at + 1) !== line.charAt(at);
}

function closing(line: string, from: number, mark: string): number {
  for (let at = line.indexOf(mark, from + 2); at > 0; at = line.indexOf(mark, at + 1)) {
    if (!isSpace(line, at - 1) && !isKeyword(line, at + 1)) return at;
  }
  return -1;
}

/** The possible address up to the next blank, '' when it does not begin like one. */
function webRunAt(line: string, at: number): string {
  const first = line.charAt(at);
  if (first !== 'h' && first !== 'H' && first !== 'w' && first !== 'W') return '';
  URL_HERE.lastIndex = at;
  return URL_HERE.exec(line)?.[0] ?? '';
}

const BEFORE_NO_PHONE = /[\p{L}\p{N}.,/$-]/u;

function phoneAt(line: string, at: number): { type: 'link'; href: string; text: string } | undefined {
  if (!PHONE_STARTS.test(line.charAt(at))) return undefined;
  if (at > 0 && BEFORE_NO_PHONE.test(line.charAt(at - 1))) return undefined;
  PHONE_HERE.lastIndex = at;
  const text = PHONE_HERE.exec(line)?.[0];
  const digits = text?.replace(/\D/g, '') ?? '';
  const longest = text?.startsWith('+55') ? 13 : 15;
  if (!text || digits.length < 8 || digits.length > longest) return undefined;
  return { type: 'link', href: `tel:${text.startsWith('+') ? '+' : ''}${digits}`, text };
}

function linkOf(run: string): { type: 'link'; href: string; text: string } | undefined {
  if (run.length > MAX_LINK) return undefined;
  let end = run.length;
  while (end > 0 && TRAILING.includes(run.charAt(end - 1))) end -= 1;
  const text = run.slice(0, end);
  const href = safeHref(text);
  return href ? { type: 'link', href, text } : undefined;
}

/** An http(s) address as the browser would open it; undefined for everything else. */
export function safeHref(text: string): string | undefined {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.hostname.includes('.') ? url.href : undefined;
}

export function plainText(text: string): string {
  return parseFormatting(text.slice(0, MAX_LINE)).map(textOf).join('').replace(/\s+/g, ' ').trim();
}

/** A found piece of a message, in which a mark may have lost its other end. */
export function plainSnippet(text: string): string {
  return plainText(text).replace(LONE_MARK, '');
}

const LONE_MARK = /(?<![\p{L}\p{N}])[*_~`](?=\S)|(?<=\S)[*_~`](?![\p{L}\p{N}])/gu;

function textOf(node: TextNode): string {
  if (!('children' in node)) return node.text;
  const text = node.children.map(textOf).join('');
  if (node.type === 'item') return `\n${node.marker} ${text}\n`;
  return node.type === 'quote' ? `\n${text}\n` : text;
}

function joinTexts(nodes: TextNode[]): TextNode[] {
  const joined: TextNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') {
      joined[joined.length - 1] = { type: 'text', text: last.text + node.text };
    } else joined.push(node);
  }
  return joined;
}
