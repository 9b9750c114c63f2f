import { plainTerms } from '../settings/plain-terms.schema.ts';

export type Answer = 'yes' | 'no' | null;
export type AnswerTerms = { yes: string[]; no: string[] };

export const MAX_ANSWER = 60;

/** The first words decide; null for neither or a withdrawn yes ("quero não"). `leaving` opts out. */
export function answerOf(text: string, terms: AnswerTerms, leaving: string[]): Answer {
  if (text.length > 200) return null;
  const answerTerms = plainTerms(text);
  if (answerTerms.length === 0 || text.trim().length > MAX_ANSWER) return null;
  const [yes, no, out] = [terms.yes, terms.no, leaving].map((list) => list.map(plainTerms));
  if (no?.some((phrase) => startsAt(answerTerms, phrase, 0))) return text.includes('?') ? null : 'no';
  if (!yes?.some((phrase) => startsAt(answerTerms, phrase, 0))) return null;
  const isTakenBack = answerTerms.some((_, at) =>
    [...(no ?? []), ...(out ?? [])].some((p) => startsAt(answerTerms, p, at)),
  );
  return isTakenBack ? null : 'yes';
}

function startsAt(answerTerms: string[], phrase: string[], at: number): boolean {
  return phrase.length > 0 && phrase.every((word, index) => answerTerms[at + index] === word);
}
