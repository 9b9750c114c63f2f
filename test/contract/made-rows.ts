import type { TestDesk } from '../support/deps.ts';

let counter = 0;
/** A name that no other example has. */
export const fresh = (name: string) => `${name} ${++counter}`;

/** Posts as the administrator; the id of what came of it. */
export async function make(desk: TestDesk, path: string, body: unknown): Promise<string> {
  const reply = await (await desk.as('ana')).json<{ id: number | string }>('POST', path, body);
  return String(reply.body.id);
}

/** A message of the desk's own in the ticket, by its id. */
export async function answer(desk: TestDesk, ticketId: number): Promise<string> {
  await accept(desk, ticketId);
  return make(desk, `/messages/${ticketId}`, { body: fresh('Resposta') });
}

export async function accept(desk: TestDesk, ticketId: number): Promise<void> {
  await (await desk.as('bia')).json('PUT', `/tickets/${ticketId}`, { status: 'open' });
}
