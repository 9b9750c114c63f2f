import type { Scope } from '@/kernel/scope.ts';

/** Where the bot of a queue takes over a ticket that the clock has put there. */
export async function startBot(_tx: Scope, _ticket: { ticketId: number }): Promise<void> {}
