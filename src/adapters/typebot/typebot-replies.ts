import { z } from 'zod';

const Bubble = z.looseObject({
  id: z.string().default(''),
  type: z.string(),
  content: z
    .looseObject({
      richText: z.unknown(),
      markdown: z.unknown(),
      url: z.unknown(),
      type: z.unknown(),
      id: z.unknown(),
    })
    .partial()
    .optional(),
});
export type Bubble = z.infer<typeof Bubble>;

const Item = z.looseObject({ content: z.unknown(), title: z.unknown() }).partial();
const Action = z
  .looseObject({
    lastBubbleBlockId: z.string(),
    wait: z.looseObject({ secondsToWaitFor: z.coerce.number() }),
    redirect: z.looseObject({ url: z.string() }),
  })
  .partial();

const MAX_BUBBLES = 40;

/** Typebot's chat API, v1 and v2 of the engine; unused fields are not required. */
export const Chat = z.looseObject({
  messages: z
    .array(Bubble)
    .default([])
    .transform((all) => all.slice(0, MAX_BUBBLES)),
  input: z
    .looseObject({ type: z.string(), items: z.array(Item).catch([]) })
    .nullish()
    .catch(null),
  clientSideActions: z.array(Action).nullish().catch([]),
});
export type Chat = z.infer<typeof Chat>;

export const Started = Chat.and(z.looseObject({ sessionId: z.string().min(1).max(200) }));
