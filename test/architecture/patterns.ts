import type { Source } from './sources.ts';

export function patternsOf({ path, text }: Source): string[] {
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const code = new Bun.Transpiler({ loader, target: 'bun', minifyWhitespace: false }).transformSync(text);
  return literalsIn(code);
}

const BEFORE_VALUE =
  /(?:^|[=([{,;:!&|?+\-*%<>~^}\n]|\b(?:return|typeof|case|in|of|do|else|void|await|yield))\s*$/;

function literalsIn(code: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < code.length) {
    const letter = code.charAt(at);
    if (letter === '"' || letter === "'") at = endOfString(code, at, letter);
    else if (letter === '`') at = template(code, at, found);
    else if (letter === '/' && code.charAt(at + 1) === '/') at = code.indexOf('\n', at) + 1 || code.length;
    else if (letter === '/' && code.charAt(at + 1) === '*') at = code.indexOf('*/', at) + 2;
    else if (letter === '/' && BEFORE_VALUE.test(code.slice(Math.max(0, at - 30), at))) {
      const end = endOfPattern(code, at);
      found.push(code.slice(at, end));
      at = end;
    } else at += 1;
  }
  return found;
}

function endOfString(code: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < code.length && code.charAt(at) !== quote) at += code.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function template(code: string, start: number, found: string[]): number {
  let at = start + 1;
  while (at < code.length && code.charAt(at) !== '`') {
    if (code.charAt(at) === '\\') at += 2;
    else if (code.startsWith('${', at)) {
      const end = endOfBraces(code, at + 1);
      found.push(...literalsIn(code.slice(at + 2, end)));
      at = end + 1;
    } else at += 1;
  }
  return at + 1;
}

function endOfBraces(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    const letter = code.charAt(at);
    if (letter === '`') at = template(code, at, []) - 1;
    else if (letter === '"' || letter === "'") at = endOfString(code, at, letter) - 1;
    else if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

function endOfPattern(code: string, start: number): number {
  let isClass = false;
  let at = start + 1;
  for (; at < code.length; at += 1) {
    const letter = code.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '[') isClass = true;
    else if (letter === ']') isClass = false;
    else if (letter === '/' && !isClass) break;
  }
  at += 1;
  while (/[a-z]/.test(code.charAt(at))) at += 1;
  return at;
}

const FEW = 64;

/** True when in doubt: an unbounded repeat with several possible starts or ends, before something that can fail. */
export function mayBeSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const source = literal.slice(1, end);
  const flags = literal.slice(end + 1);
  const isAnchored =
    flags.includes('y') || (source.startsWith('^') && !flags.includes('m') && !hasChoice(source));
  const endless = endlessOf(source);
  const failing = endless.filter(({ isLast }) => !isLast);
  return (
    failing.length > (isAnchored ? 1 : 0) ||
    (isAnchored && failing.length === 1 && failing[0]?.isNested === true)
  );
}

type Endless = { isLast: boolean; isNested: boolean };

function endlessOf(source: string): Endless[] {
  const found: Endless[] = [];
  for (const { index, before } of quantifiers(source)) {
    const rest = source.slice(index).replace(/^(?:[*+]|\{\d+,?\d*\})\??/, '');
    found.push({ isLast: /^\)*$/.test(rest), isNested: before === ')' });
  }
  return found;
}

function quantifiers(source: string): { index: number; before: string }[] {
  const found: { index: number; before: string }[] = [];
  let isClass = false;
  let before = '';
  for (let at = 0; at < source.length; at += 1) {
    const letter = source.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '[') isClass = true;
    else if (letter === ']') isClass = false;
    else if (!isClass && (letter === '*' || letter === '+')) found.push({ index: at, before });
    else if (!isClass && letter === '{') {
      const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(source.slice(at)) ?? [];
      const isEndless = comma === ',' && (most === '' || Number(most) > FEW);
      if (least !== undefined && isEndless) found.push({ index: at, before });
    }
    before = letter;
  }
  return found;
}

/** `^a|b` is anchored in its first half only. */
function hasChoice(source: string): boolean {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const letter = source.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '[') isClass = true;
    else if (letter === ']') isClass = false;
    else if (isClass) continue;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (letter === '|' && depth === 0) return true;
  }
  return false;
}
