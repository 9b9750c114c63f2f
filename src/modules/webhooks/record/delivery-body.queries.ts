import type { Scope } from '@/core/scope.ts';
import { loadMessageViews } from '@/modules/messages/messages.queries.ts';
import { findTicketView, messageBody } from './webhook-bodies.queries.ts';

/** For a body that is formed when it is sent; its subject is the reference. */
export const NOT_FORMED = '';

export const messageSubject = (messageId: number) => `message:${messageId}`;

type Unformed = { event: string; subject: string; createdAt: Date };

/** Undefined when the message has been deleted since it was recorded. */
export async function formBody(
  scope: Scope,
  { event, subject, createdAt }: Unformed,
): Promise<string | undefined> {
  const [message] = await loadMessageViews(scope, [Number(subject.split(':')[1])]);
  const ticket = message && (await findTicketView(scope, message.ticketId));
  return message && ticket && bodyOf(event, createdAt, messageBody(message, ticket));
}

export function bodyOf(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
