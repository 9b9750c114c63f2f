const PAIRS = new Map(Object.entries({ '*': '*', _: '_', '~': '~', '(': ')', '[': ']', '"': '"', '“': '”' }));
const CLOSING = [...PAIRS.values()].join('');
const MARKS = ',;:.!?';
const BESIDE = `${MARKS} -–—`;

/**
 * Puts `read` the name that `pattern` found in its place; undefined leaves it as it was typed. What has no value goes
 * with what stood there for its sake: “Olá, {{name}}!” is “Olá!”, “{{name}}, seu pedido” is “Seu pedido”.
 */
export function fillAround(
  text: string,
  pattern: RegExp,
  read: (name: string) => string | undefined,
): string {
  let filled = '';
  /** Typed since the last value. */
  let typed = '';
  let at = 0;
  let begins = false;
  const take = (words: string) => {
    typed += begins ? capital(words) : words;
    begins &&= words === '';
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

/** `at` is where the text goes on. */
function leaveOut(before: string, isFirst: boolean, text: string, at: number) {
  while (before !== '' && PAIRS.get(before.at(-1) ?? '') === text.charAt(at)) {
    before = before.slice(0, -1);
    at += 1;
  }
  const words = without(' ', before);
  if (words === '' ? isFirst : words.endsWith('\n')) {
    while (at < text.length && BESIDE.includes(text.charAt(at))) at += 1;
    const begins = text[at] !== '\n';
    // Of a line that held nothing else.
    if (!begins) at += 1;
    return { before: words, at, begins };
  }
  const next = text.charAt(at);
  if (next === ' ' || next === '\n') return { before: words, at, begins: false };
  // The text's end, too.
  if (!(MARKS + CLOSING).includes(next)) return { before, at, begins: false };
  const clause = without(',', words);
  const isMarked =
    clause === words && words !== '' && MARKS.includes(words.slice(-1)) && MARKS.includes(next);
  return { before: clause, at: isMarked && next !== '' ? at + 1 : at, begins: false };
}

function without(letter: string, text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}

/** A link stays as it is. */
function capital(words: string): string {
  const [first = ''] = words;
  const [word = ''] = words.split(' ', 1);
  return word.includes('/') || word.includes('@') ? words : first.toUpperCase() + words.slice(first.length);
}
