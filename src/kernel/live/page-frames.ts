import { z } from 'zod';
import { MAX_FRAME_BYTES } from './frame-gate.ts';
import type { LiveSocket } from './hub.ts';
import { mayHear, type Word } from './words.ts';

const Frame = z.object({ channel: z.string(), data: z.unknown() });

/** Handles a frame `{channel, data}` of one of our pages; unknown channels are ignored. */
export function createPageEar(words: Word[]): (socket: LiveSocket, text: string | Buffer) => unknown {
  const known = new Map(words.map((word) => [word.name, word]));
  return (socket, text) => {
    const frame = parseFrame(text);
    const word = known.get(frame?.channel ?? '');
    if (!word || !mayHear(socket, word)) return undefined;
    const said = word.schema.safeParse(frame?.data);
    return said.success ? word.hear(socket, said.data) : undefined;
  };
}

function parseFrame(text: string | Buffer): z.infer<typeof Frame> | undefined {
  if (typeof text !== 'string' || text.length > MAX_FRAME_BYTES) return undefined;
  try {
    return Frame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
