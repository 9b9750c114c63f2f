/** What a model is asked for. */
export const AI_PURPOSES = [
  'answer',
  'test',
  'suggestion',
  'summary',
  'translation',
  'tone',
  'transcription',
  'voice',
] as const;
