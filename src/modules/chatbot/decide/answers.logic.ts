export type Label = { number: string; name: string };

const MAX_ANSWER = 100;
const SHORTEST_NAME = 3;

// biome-ignore format: a row for each language
const NUMBER_TERMS: Record<string, number> = {
  um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10,
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
  uno: 1, una: 1, dos: 2, cuatro: 4, siete: 7, ocho: 8, nueve: 9, diez: 10,
};

/** '1', '01', '1.', '(1)', '１' or '1️⃣'; else an exact name; else a numeral or words of a name. Never one of several. */
export function chosenFrom<C>(
  choices: readonly C[],
  text: string,
  labelOf: (choice: C, index: number) => Label,
): C | undefined {
  if (text.length > MAX_ANSWER) return undefined;
  const labelled = choices.map((choice, index) => ({ choice, ...labelOf(choice, index) }));
  const number = numberIn(text) ?? plain(text).trim();
  const said = termsOf(text);
  if (said.length === 0) return undefined;
  const numbered = labelled.find((one) => plainNumber(plain(one.number)) === number);
  if (numbered) return numbered.choice;
  const named = labelled.map((one) => ({ ...one, terms: termsOf(one.name) }));
  const exact = named.filter(({ terms }) => terms.join(' ') === said.join(' '));
  const meant =
    exact.length > 0 ? exact : named.filter((one) => isCounted(said, one) || isPart(said, one.terms));
  return meant.length === 1 ? meant[0]?.choice : undefined;
}

/** '#', '＃', '#️⃣' or '[ # ]', as the menu shows it. */
export function isStart(text: string): boolean {
  return text.length <= MAX_ANSWER && isAround(plain(text).split('#'));
}

export function isUp(text: string): boolean {
  return text.length <= MAX_ANSWER && numberIn(text) === '0';
}

/** Full-width letters, keycaps and accents become plain letters. */
export function plain(text: string): string {
  return text.replaceAll('🔟', '10').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const termsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Only signs that stand around a number: '2.5', '-1' and '1 2' are none. */
function numberIn(text: string): string | undefined {
  const [digits, ...others] = termsOf(text);
  if (digits === undefined || others.length > 0 || !/^\d+$/.test(digits)) return undefined;
  return isAround(plain(text).split(digits)) ? plainNumber(digits) : undefined;
}

function isAround([before = '', after, ...more]: string[]): boolean {
  if (after === undefined || more.length > 0) return false;
  return /^[\s*_~(["']*$/.test(before) && /^[\s*_~)\]"'.,;:!-]*$/.test(after);
}

const plainNumber = (number: string): string => number.trim().replace(/^0+(?=\d)/, '');

function isCounted([word, ...others]: string[], { number }: Label): boolean {
  const counted = others.length === 0 && word !== undefined && Object.hasOwn(NUMBER_TERMS, word);
  return counted && String(NUMBER_TERMS[word]) === plainNumber(number);
}

function isPart(said: string[], terms: string[]): boolean {
  return said.some(isNameLike) && said.every((word) => terms.includes(word));
}

const isNameLike = (word: string) => word.length >= SHORTEST_NAME && !/^\d+$/.test(word);
