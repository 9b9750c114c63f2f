import { plainWords } from '../settings/plain-words.schema.ts';

export type Answer = 'yes' | 'no' | null;
export type AnswerWords = { yes: string[]; no: string[] };

/** A longer text is for a person of ours. */
export const LONGEST_ANSWER = 60;

/**
 * The words with which a text begins decide. Null for what is neither: too long, a refusal that asks something, or an
 * agreement that takes itself back ("quero não", "pode parar"). `leaving` are the words that end campaigns.
 */
export function answerOf(text: string, words: AnswerWords, leaving: string[]): Answer {
  if (text.length > 200) return null;
  const said = plainWords(text);
  if (said.length === 0 || text.trim().length > LONGEST_ANSWER) return null;
  const [yes, no, out] = [words.yes, words.no, leaving].map((list) => list.map(plainWords));
  if (no?.some((phrase) => startsAt(said, phrase, 0))) return text.includes('?') ? null : 'no';
  if (!yes?.some((phrase) => startsAt(said, phrase, 0))) return null;
  const isTakenBack = said.some((_, at) =>
    [...(no ?? []), ...(out ?? [])].some((p) => startsAt(said, p, at)),
  );
  return isTakenBack ? null : 'yes';
}

function startsAt(said: string[], phrase: string[], at: number): boolean {
  return phrase.length > 0 && phrase.every((word, index) => said[at + index] === word);
}
