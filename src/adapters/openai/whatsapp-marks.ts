const HEADING = /^#{1,6} +/;
const TABLE_LINE = /^\|[\s:|-]+\|$/;
const ADDRESS = /^(?:https?|mailto|tel):/;
const LITERAL = /https?:[^\s()*]+|\\[*_~`#[\]()>!-]/g;
/** WhatsApp's own limit of a text. */
const MAX_LENGTH = 65_536;
const MAX_LINK = 500;
const IN_WORD = /[\p{L}\p{N}_]/u;
const BOLD = '\u0001';
const PLACEHOLDER = '\u0002';

/** Converts Markdown to WhatsApp's marks. Without clear signs of Markdown `*x*` is WhatsApp's bold and stays. */
export function toWhatsAppMarks(markdown: string): string {
  const text = markdown
    .slice(0, MAX_LENGTH)
    .replaceAll(BOLD, '')
    .replaceAll(PLACEHOLDER, '')
    .replaceAll('\r\n', '\n')
    .replace(/<br ?\/?>/gi, '\n');
  const isMarkdown = text.split('\n').some(isSureSign);
  const lines: string[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = line.trimStart().startsWith('```');
    // WhatsApp would show the language's name as code.
    if (isFence) lines.push(/^```[\w+-]*$/.test(line.trim()) ? '```' : line);
    else if (isCode) lines.push(line);
    else if (!TABLE_LINE.test(line.trim())) lines.push(lineOf(line, isMarkdown));
    if (isFence && line.split('```').length % 2 === 0) isCode = !isCode;
  }
  return lines.join('\n').trim();
}

const isSureSign = (line: string) =>
  ['**', '~~', '](http', '](mailto:', '](tel:'].some((sign) => line.includes(sign)) ||
  HEADING.test(line) ||
  TABLE_LINE.test(line.trim());

const isRule = (bare: string) =>
  bare.length >= 3 && ['-', '*', '_'].some((mark) => bare.replaceAll(mark, '') === '');

function lineOf(line: string, isMarkdown: boolean): string {
  const bare = line.trim();
  if (isRule(bare)) return '';
  if (HEADING.test(bare)) {
    const content = bare.replace(HEADING, '').replace(/ #{1,6}$/, '');
    return `*${spans(content.replaceAll('**', '').replaceAll('__', ''), true).replaceAll('*', '')}*`;
  }
  const indent = line.slice(0, line.length - line.trimStart().length);
  if (/^[*+] /.test(bare)) return `${indent}- ${spans(bare.slice(2), isMarkdown)}`;
  if (isMarkdown && bare.startsWith('|') && bare.endsWith('|') && bare.length > 2)
    return spans(
      bare
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
      isMarkdown,
    );
  return indent + spans(bare, isMarkdown);
}

function spans(line: string, isMarkdown: boolean): string {
  const literals: string[] = [];
  const protect = (part: string) => {
    literals.push(part);
    return PLACEHOLDER;
  };
  const parts = withLinks(line).split('`');
  const isCode = (at: number) => at % 2 === 1 && at < parts.length - 1;
  const quoted = (part: string) => protect(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part);
  let text = parts
    .map((part, at) => {
      if (isCode(at)) return protect(`\`${part}\``);
      const bare = isMarkdown ? part.replace(LITERAL, quoted) : part.replace(LITERAL, protect);
      return at > 0 && !isCode(at - 1) ? `\`${bare}` : bare;
    })
    .join('');
  text = paired(text, '***', `${BOLD}_`, `_${BOLD}`);
  text = paired(text, '**', BOLD, BOLD);
  text = paired(text, '__', BOLD, BOLD);
  text = paired(text, '~~', '~', '~');
  if (isMarkdown) text = paired(text, '*', '_', '_');
  return text.replaceAll(BOLD, '*').replaceAll(PLACEHOLDER, () => literals.shift() ?? '');
}

function withLinks(line: string): string {
  const [first = '', ...rest] = line.split('](');
  let done = first;
  for (const part of rest) {
    const open = done.lastIndexOf('[');
    const end = part.indexOf(')');
    const address = part.slice(0, Math.max(0, end)).split(' ')[0] ?? '';
    if (open < 0 || done.length - open > MAX_LINK || !ADDRESS.test(address)) {
      done += `](${part}`;
      continue;
    }
    const before = done.slice(0, open);
    done =
      (before.endsWith('!') ? before.slice(0, -1) : before) +
      linkOf(done.slice(open + 1), address) +
      part.slice(end + 1);
  }
  return done;
}

function linkOf(content: string, address: string): string {
  const bare = content.replace(/[*_`]/g, '').trim();
  const shown = address.replace(/^(?:mailto|tel):/, '');
  const hasOwnText = ![address, shown].some((one) => one === bare || one === content.trim());
  return bare !== '' && hasOwnText ? `${bare} (${shown})` : shown;
}

/** As in Markdown, text touches its marks, and underscores within a word are no marks. */
function paired(text: string, mark: string, open: string, close: string): string {
  const parts = text.split(mark);
  let done = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 1) {
    const inner = parts[at] ?? '';
    const after = parts[at + 1];
    const isPair = after !== undefined && inner !== '' && inner.trim() === inner;
    const isKeyword =
      mark === '__' && (IN_WORD.test(done.slice(-1)) || IN_WORD.test(after?.slice(0, 1) ?? ''));
    if (!isPair || isKeyword) {
      done += mark + inner;
      continue;
    }
    done += open + inner + close + after;
    at += 1;
  }
  return done;
}
