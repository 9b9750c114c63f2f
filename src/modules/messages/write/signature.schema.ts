const SIGNATURE = /^\*([^*\n]{1,256}):\*\n/;

/** The text after a line `*Name:*`. */
export const withSignature = (name: string, text: string) => `*${name}:*\n${text}`;

/** The name, and the text after its line; the whole text without a name. */
export function splitSignature(body: string): { name: string | undefined; text: string } {
  const [line, name] = SIGNATURE.exec(body) ?? [];
  return { name, text: line === undefined ? body : body.slice(line.length) };
}
