import { z } from 'zod';

export const AssistantAnswer = z.strictObject({ text: z.string() }).meta({ id: 'AssistantAnswer' });
export type AssistantAnswer = z.infer<typeof AssistantAnswer>;

/** For the workspace page; undefined without an assistant. */
export type AssistantRights = 'text' | 'text voice' | undefined;
