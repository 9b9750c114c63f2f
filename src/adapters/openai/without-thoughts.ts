const OPENS = /<(?:think|thinking|reasoning)>/i;
const CLOSES = /<\/(?:think|thinking|reasoning)>/i;

/** Some servers include a model's thoughts, also without the opening mark or cut off by the limit. */
export function withoutThoughts(text: string): string {
  const pieces = text.split(CLOSES);
  const last = pieces.length - 1;
  return pieces
    .map((piece, at) => {
      const start = piece.search(OPENS);
      if (start >= 0) return piece.slice(0, start);
      return at === last ? piece : '';
    })
    .join('')
    .trim();
}
