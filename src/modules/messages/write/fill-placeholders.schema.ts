const PAIRS = new Map(Object.entries({ '*': '*', _: '_', '~': '~', '(': ')', '[': ']', '"': '"', '“': '”' }));
const CLOSING = [...PAIRS.values()].join('');
const MARKS = ',;:.!?';
const BESIDE = `${MARKS} -–—`;

/** Undefined leaves a name as typed; '' takes punctuation along: “Olá, {{name}}!” becomes “Olá!”. */
export function fillAround(
  text: string,
  pattern: RegExp,
  read: (name: string) => string | undefined,
): string {
  let filled = '';
  let typed = '';
  let at = 0;
  let begins = false;
  const take = (content: string) => {
    typed += begins ? capital(content) : content;
    begins &&= content === '';
  };
  for (const found of text.matchAll(pattern)) {
    take(text.slice(at, found.index));
    at = Math.max(at, found.index + found[0].length);
    const value = read((found.slice(1).find((name) => name !== undefined) ?? '').trim());
    if (value === '') {
      const left = leaveOut(typed, filled === '', text, at);
      [typed, at] = [left.before, left.at];
      begins ||= left.begins;
    } else {
      filled += typed + (value ?? found[0]);
      [typed, begins] = ['', false];
    }
  }
  take(text.slice(at));
  return filled + typed;
}

function leaveOut(before: string, isFirst: boolean, text: string, at: number) {
  while (before !== '' && PAIRS.get(before.at(-1) ?? '') === text.charAt(at)) {
    before = before.slice(0, -1);
    at += 1;
  }
  const content = without(' ', before);
  if (content === '' ? isFirst : content.endsWith('\n')) {
    while (at < text.length && BESIDE.includes(text.charAt(at))) at += 1;
    const begins = text[at] !== '\n';
    if (!begins) at += 1;
    return { before: content, at, begins };
  }
  const next = text.charAt(at);
  if (next === ' ' || next === '\n') return { before: content, at, begins: false };
  if (!(MARKS + CLOSING).includes(next)) return { before, at, begins: false };
  const clause = without(',', content);
  const isMarked =
    clause === content && content !== '' && MARKS.includes(content.slice(-1)) && MARKS.includes(next);
  return { before: clause, at: isMarked && next !== '' ? at + 1 : at, begins: false };
}

function without(letter: string, text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}

function capital(content: string): string {
  const [first = ''] = content;
  const [word = ''] = content.split(' ', 1);
  return word.includes('/') || word.includes('@')
    ? content
    : first.toUpperCase() + content.slice(first.length);
}
