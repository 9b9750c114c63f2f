import { z } from 'zod';

export const AssistantAnswer = z.strictObject({ text: z.string() }).meta({ id: 'AssistantAnswer' });
export type AssistantAnswer = z.infer<typeof AssistantAnswer>;

/** What the desk's page says of it; undefined where there is none. */
export type AssistantRights = 'text' | 'text voice' | undefined;
