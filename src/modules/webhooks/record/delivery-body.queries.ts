import type { Scope } from '@/core/scope.ts';
import { findReported, messageBody } from './message-body.queries.ts';

/** For a body that is formed when it is sent; its subject is the reference. */
export const NOT_FORMED = '';

export const messageSubject = (messageId: number) => `message:${messageId}`;

type Recorded = { event: string; subject: string; body: string; createdAt: Date };

/** The recorded body, or the one formed now; undefined when the message has been deleted since it was recorded. */
export async function findBody(
  scope: Scope,
  { event, subject, body, createdAt }: Recorded,
): Promise<string | undefined> {
  if (body !== NOT_FORMED) return body;
  const message = await findReported(scope, Number(subject.split(':')[1]));
  return message && bodyOf(event, createdAt, messageBody(message));
}

export function bodyOf(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
