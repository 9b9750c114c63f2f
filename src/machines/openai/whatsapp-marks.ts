const HEADING = /^#{1,6} +/;
const TABLE_LINE = /^\|[\s:|-]+\|$/;
/** Addresses stay as they are, and so does a mark behind a backslash. */
const KEPT = /https?:[^\s()*]+|\\[*_~`#[\]()>!-]/g;
/** WhatsApp's own limit of a text. */
const LONGEST = 65_536;
const LONGEST_LINK = 500;
const IN_WORD = /[\p{L}\p{N}_]/u;
const BOLD = '\u0001';
const PLACE = '\u0002';

/** Markdown in WhatsApp's marks. Without a sure sign of Markdown `*x*` is WhatsApp's bold already and stays. */
export function toWhatsAppMarks(given: string): string {
  const text = given.slice(0, LONGEST).replaceAll(BOLD, '').replaceAll(PLACE, '').replaceAll('\r\n', '\n');
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
  ['**', '~~', '](http'].some((sign) => line.includes(sign)) ||
  HEADING.test(line) ||
  TABLE_LINE.test(line.trim());

const isRule = (bare: string) =>
  bare.length >= 3 && ['-', '*', '_'].some((mark) => bare.replaceAll(mark, '') === '');

function lineOf(line: string, isMarkdown: boolean): string {
  const bare = line.trim();
  if (isRule(bare)) return '';
  if (HEADING.test(bare)) {
    const words = bare.replace(HEADING, '').replace(/ #{1,6}$/, '');
    return `*${spans(words.replaceAll('**', '').replaceAll('__', ''), true).replaceAll('*', '')}*`;
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
  const kept: string[] = [];
  const keep = (part: string) => {
    kept.push(part);
    return PLACE;
  };
  const parts = withLinks(line).split('`');
  const isCode = (at: number) => at % 2 === 1 && at < parts.length - 1;
  const quoted = (part: string) => keep(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part);
  let text = parts
    .map((part, at) => {
      if (isCode(at)) return keep(`\`${part}\``);
      const bare = isMarkdown ? part.replace(KEPT, quoted) : part.replace(KEPT, keep);
      return at > 0 && !isCode(at - 1) ? `\`${bare}` : bare;
    })
    .join('');
  text = paired(text, '***', `${BOLD}_`, `_${BOLD}`);
  text = paired(text, '**', BOLD, BOLD);
  text = paired(text, '__', BOLD, BOLD);
  text = paired(text, '~~', '~', '~');
  if (isMarkdown) text = paired(text, '*', '_', '_');
  return text.replaceAll(BOLD, '*').replaceAll(PLACE, () => kept.shift() ?? '');
}

function withLinks(line: string): string {
  const [first = '', ...rest] = line.split('](');
  let done = first;
  for (const part of rest) {
    const open = done.lastIndexOf('[');
    const end = part.indexOf(')');
    const address = part.slice(0, Math.max(0, end)).split(' ')[0] ?? '';
    if (open < 0 || done.length - open > LONGEST_LINK || !/^https?:/.test(address)) {
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

function linkOf(words: string, address: string): string {
  const bare = words.replace(/[*_`]/g, '').trim();
  return bare === '' || bare === address ? address : `${bare} (${address})`;
}

/** As in Markdown, words stand close to their marks, and underscores within a word are no marks. */
function paired(text: string, mark: string, open: string, close: string): string {
  const parts = text.split(mark);
  let done = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 1) {
    const inner = parts[at] ?? '';
    const after = parts[at + 1];
    const isPair = after !== undefined && inner !== '' && inner.trim() === inner;
    const isWord = mark === '__' && (IN_WORD.test(done.slice(-1)) || IN_WORD.test(after?.slice(0, 1) ?? ''));
    if (!isPair || isWord) {
      done += mark + inner;
      continue;
    }
    done += open + inner + close + after;
    at += 1;
  }
  return done;
}
