const DEEPEST = 12;
const MAX_LENGTH = 8_000;

/** Typebot's rich text (Plate) in WhatsApp's marks; contract, message-flow §12.2. */
export function toWhatsApp(richText: unknown): string {
  const lines = Array.isArray(richText) ? richText.flatMap((part) => linesOf(part, 0)) : [];
  // Adjacent parts of one style meet in `**`, which would end it.
  return lines.join('\n').replace('**', '').slice(0, MAX_LENGTH).trim();
}

function linesOf(part: unknown, depth: number): string[] {
  if (!isPart(part) || depth > DEEPEST) return [];
  const children = childrenOf(part);
  if (isList(part)) return children.flatMap((child) => linesOf(child, depth + 1).map(bullet));
  const inner = children.filter(isBlock);
  if (inner.length === 0) return [spanOf(part, depth)];
  return children.flatMap((child) => (isBlock(child) ? linesOf(child, depth + 1) : spanOf(child, depth + 1)));
}

type Part = Record<string, unknown>;

const isPart = (part: unknown): part is Part => typeof part === 'object' && part !== null;
const childrenOf = ({ children }: Part): unknown[] => (Array.isArray(children) ? children : []);
const isList = ({ type }: Part) => type === 'ul' || type === 'ol';
const isBlock = (part: unknown) => isPart(part) && ['p', 'ul', 'ol', 'li', 'lic'].includes(String(part.type));
const bullet = (line: string) => (line.startsWith('- ') ? `  ${line}` : `- ${line}`);

function spanOf(part: unknown, depth: number): string {
  if (!isPart(part) || depth > DEEPEST) return '';
  const own = typeof part.text === 'string' ? part.text : '';
  const text =
    own +
    childrenOf(part)
      .map((child) => spanOf(child, depth + 1))
      .join('');
  const marked = marksOf(part).reduce((inner, mark) => within(inner, mark), text);
  if (typeof part.url !== 'string' || part.url === '') return marked;
  return marked.trim() === '' || marked === part.url ? part.url : `[${marked}](${part.url})`;
}

function marksOf({ bold, italic, underline }: Part): string[] {
  return [underline && '~', italic && '_', bold && '*'].filter((mark) => typeof mark === 'string');
}

function within(text: string, mark: string): string {
  const bare = text.trim();
  if (bare === '') return text;
  const start = text.indexOf(bare);
  return `${text.slice(0, start)}${mark}${bare}${mark}${text.slice(start + bare.length)}`;
}
