import { splitSignature } from '@/modules/messages/write/signature.schema.ts';

/** One emoji may have many code points: a flag of letters, skin tones, a family. */
const FEW =
  /^(?:(?:\p{RI}\p{RI}|(?![\u00a9\u00ae\u2122\u203c\u2049\u2139])\p{ExtPict}(?:\ufe0f|\p{EMod})?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}(?:\ufe0f|\p{EMod})?)*|[#*\d]\ufe0f?\u20e3) ?){1,3}$/u;
/** Three families with skin tones. */
const MAX_LENGTH = 100;

/** Index of the one to three emoji that make up a text, after its signature; -1 for other texts. */
export function jumboFrom(text: string): number {
  const written = splitSignature(text).text;
  const from = text.length - written.length;
  const content = written.trim();
  return content.length <= MAX_LENGTH && FEW.test(content) ? from : -1;
}

/** End of a name that is always shown: it often contains a version, and the extension. */
const TAIL = 10;

export function splitName(name: string): [head: string, tail: string] {
  const letters = [...name];
  return [letters.slice(0, -TAIL).join(''), letters.slice(-TAIL).join('')];
}
