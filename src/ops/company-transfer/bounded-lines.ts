import { FileRefused } from './refusal.ts';

/** Keys of WhatsApp's app state are the longest lines. */
export const MAX_LINE = 8 * 1024 * 1024;

/** Throws FileRefused for a line that must be held in memory and is longer than any of ours. */
export async function* boundedLines(
  bytes: AsyncIterable<Uint8Array>,
  most = MAX_LINE,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > most) throw new FileRefused('damaged', 'The file is damaged: a line has no end.');
    for (const line of lines) if (line !== '') yield line;
  }
  if (rest !== '') yield rest;
}
