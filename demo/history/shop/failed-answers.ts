import { findByNumber } from '@/modules/contacts/add-contact.service.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { findOpenTicket } from '@/modules/tickets/list/tickets.queries.ts';
import type { Attendances } from '../attendance.ts';
import type { Customer } from '../people.ts';
import { SALES } from '../talk/sales.ts';
import { SUPPORT } from '../talk/support.ts';
import { MINUTE } from '../time.ts';
import type { ShopParts } from './shop.ts';

const ANSWERS = [
  {
    ...{ topics: SALES, by: 'bia@aurora.example', line: 'Aurora Vendas', minutesAgo: 160 },
    body: 'Separei o tecido terracota para você ver na loja. Pode ser na quinta?',
  },
  {
    ...{ topics: SUPPORT, by: 'caio@aurora.example', line: 'Aurora Suporte', minutesAgo: 130 },
    body: 'O montador confirmou: chega amanhã entre 9h e 11h.',
  },
];
export const FAILED_ANSWERS = ANSWERS.length;

type FailedParts = Pick<ShopParts, 'timeline' | 'network' | 'team' | 'now'> & {
  attendances: Attendances;
  customers: Customer[];
};

/** WhatsApp refused them once; sent again, they arrive. */
export function planFailedAnswers({
  timeline,
  network,
  team,
  now,
  attendances,
  customers,
}: FailedParts): void {
  for (const [index, { topics, by, line, minutesAgo, body }] of ANSWERS.entries()) {
    const [customer, topic] = [customers[index], topics[0]];
    if (!customer || !topic) throw new Error('there are too few customers');
    const short = { ...topic, lines: topic.lines.slice(0, 3) };
    const at = now.getTime() - minutesAgo * MINUTE;
    const planned = { at, customer, topic: short, byBot: false, by, isHurried: true } as const;
    const end = attendances.plan({ ...planned, ending: 'open' });
    timeline.plan(end + 2 * MINUTE, by, async (scope) => {
      const contact = await findByNumber(scope, customer.number, undefined);
      const ticket = contact && (await findOpenTicket(scope, contact.id, team.connections[line] ?? 0));
      if (!ticket) throw new Error(`${customer.name} has no ticket`);
      network.refuse(customer.number);
      await replyWithText(scope, { ticketId: ticket.id, body, quotedMsg: null });
    });
    timeline.plan(end + 3 * MINUTE, '', async () => network.accept(customer.number));
  }
}
