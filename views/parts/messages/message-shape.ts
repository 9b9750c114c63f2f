/** One emoji may be of many code points: a flag of letters, skin, a family. */
const FEW =
  /^(?:(?:\p{RI}\p{RI}|(?![\u00a9\u00ae\u2122\u203c\u2049\u2139])\p{ExtPict}(?:\ufe0f|\p{EMod})?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}(?:\ufe0f|\p{EMod})?)*|[#*\d]\ufe0f?\u20e3) ?){1,3}$/u;
const SIGNATURE = /^\*[^*\n]{1,120}:\*\n/;
/** Three families with skin tones. */
const LONGEST = 100;

/** Where the one to three emoji begin that a text consists of, below the name it is signed with; -1 for other texts. */
export function jumboFrom(text: string): number {
  const from = SIGNATURE.exec(text)?.[0].length ?? 0;
  const words = text.slice(from).trim();
  return words.length <= LONGEST && FEW.test(words) ? from : -1;
}

/** As much of a name's end as is always shown: a contract's version stands there, and its kind. */
const TAIL = 10;

/** A long name in two: the first part gives way, the ending stays. */
export function splitName(name: string): [head: string, tail: string] {
  const letters = [...name];
  return [letters.slice(0, -TAIL).join(''), letters.slice(-TAIL).join('')];
}
