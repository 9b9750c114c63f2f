import { z } from 'zod';
import { MAX_FRAME_BYTES } from './frame-gate.ts';

const ticketId = z.number().int().positive();

/** All that a page of ours may say: whether it is in view, that its person is still there, and where they are. */
const PageFrame = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('visible'), data: z.boolean() }),
  z.object({ channel: z.literal('userStatus') }),
  z.object({ channel: z.literal('viewing'), data: z.object({ ticketId: ticketId.nullable() }) }),
  z.object({
    channel: z.literal('typing'),
    data: z.object({ ticketId, state: z.enum(['composing', 'recording', 'paused']) }),
  }),
]);
export type PageFrame = z.infer<typeof PageFrame>;
/** Where a person is, and what they do there. */
export type PlaceFrame = Extract<PageFrame, { channel: 'viewing' | 'typing' }>;

/** undefined for whatever is none of them. */
export function parseFrame(text: string | Buffer): PageFrame | undefined {
  if (typeof text !== 'string' || text.length > MAX_FRAME_BYTES) return undefined;
  try {
    return PageFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
