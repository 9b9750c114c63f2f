import type { Scope } from '@/core/scope.ts';
import { findReported, messageBody } from './message-body.queries.ts';

/** For a body that is formed when it is sent; its subject is the reference. */
export const NOT_FORMED = '';

export const messageSubject = (messageId: number) => `message:${messageId}`;

type Unformed = { event: string; subject: string; createdAt: Date };

/** Undefined when the message has been deleted since it was recorded. */
export async function formBody(
  scope: Scope,
  { event, subject, createdAt }: Unformed,
): Promise<string | undefined> {
  const message = await findReported(scope, Number(subject.split(':')[1]));
  return message && bodyOf(event, createdAt, messageBody(message));
}

export function bodyOf(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
