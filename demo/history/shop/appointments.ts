import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { desc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts } from '@/core/zoned-time.ts';
import type { Repeats } from '@/modules/schedules/schedules.schema.ts';
import { createSchedule } from '@/modules/schedules/schedules.service.ts';
import { whenOpen } from '../office-hours.ts';
import { DAY, HOUR } from '../time.ts';
import type { Timeline } from '../timeline.ts';

/** Planned so many days ago, sent so many days later. */
type Appointment = {
  daysAgo: number;
  inDays: number;
  time: string;
  by: string;
  body: string;
  repeats?: Repeats;
};

const [BIA, CAIO, DUDA] = ['bia', 'caio', 'duda'].map((name) => `${name}@aurora.example`) as [
  string,
  string,
  string,
];

const APPOINTMENTS: Appointment[] = [
  {
    daysAgo: 52,
    inDays: 3,
    time: '09:00',
    by: CAIO,
    body: 'Lembrete: a montagem é amanhã. O montador liga meia hora antes. 🔧',
  },
  {
    daysAgo: 45,
    inDays: 7,
    time: '10:30',
    by: BIA,
    body: 'Oi! O orçamento que fiz vale até amanhã. Quer que eu renove?',
  },
  {
    daysAgo: 38,
    inDays: 2,
    time: '14:00',
    by: DUDA,
    body: 'Seu boleto vence amanhã. Se já pagou, desconsidere, por favor.',
  },
  {
    daysAgo: 33,
    inDays: 5,
    time: '09:15',
    by: CAIO,
    body: 'Sua entrega está marcada para amanhã, das 8h às 12h.',
  },
  {
    daysAgo: 21,
    inDays: 30,
    time: '11:00',
    by: BIA,
    body: 'Já faz um mês que o seu sofá chegou. Está gostando?',
  },
  { daysAgo: 18, inDays: 4, time: '15:30', by: DUDA, body: 'A nota fiscal chegou direitinho no seu e-mail?' },
  {
    daysAgo: 14,
    inDays: 2,
    time: '10:00',
    by: BIA,
    body: 'Toda semana separo as novidades para o seu escritório. Seguem as desta!',
    repeats: 'weekly',
  },
  {
    daysAgo: 12,
    inDays: 18,
    time: '09:30',
    by: DUDA,
    body: 'Bom dia! Hoje é dia de faturamento: o boleto do mês chega à tarde.',
    repeats: 'monthly',
  },
  {
    daysAgo: 6,
    inDays: 9,
    time: '16:00',
    by: BIA,
    body: 'Reservei as quatro cadeiras até amanhã. Confirma pra mim?',
  },
  {
    daysAgo: 4,
    inDays: 5,
    time: '08:30',
    by: CAIO,
    body: 'Lembrete da montagem: é amanhã de manhã. Alguém vai estar em casa?',
  },
  {
    daysAgo: 3,
    inDays: 6,
    time: '13:00',
    by: BIA,
    body: 'A mesa Serra chegou no showroom. Quer vir ver no sábado?',
  },
  {
    daysAgo: 2,
    inDays: 10,
    time: '10:00',
    by: CAIO,
    body: 'Já passou uma semana da troca. Ficou tudo certo com a peça nova?',
  },
  {
    daysAgo: 1,
    inDays: 3,
    time: '09:00',
    by: DUDA,
    body: 'Passando para lembrar do boleto que vence amanhã. Precisa de outra via?',
  },
  {
    daysAgo: 1,
    inDays: 14,
    time: '11:30',
    by: BIA,
    body: 'Sua poltrona sob encomenda fica pronta esta semana. Aviso o dia da entrega!',
  },
];

export function planAppointments(timeline: Timeline, now: Date, timeZone: string): void {
  const { day: today } = zonedParts(now, timeZone);
  for (const { daysAgo, inDays, time, by, body, repeats = 'never' } of APPOINTMENTS) {
    const at = whenOpen(now.getTime() - daysAgo * DAY - 2 * HOUR, timeZone, HOUR);
    const sendAt = `${addDays(today, inDays - daysAgo)} ${time}`;
    timeline.plan(Math.min(at, now.getTime() - HOUR), by, async (scope) => {
      const customer = await lastCustomer(scope);
      if (customer) await createSchedule(scope, { ...customer, body, sendAt, repeats, opensTicket: false });
    });
  }
}

/** The last one that this person served. */
async function lastCustomer(scope: Scope) {
  const userId = scope.actor.kind === 'user' ? scope.actor.id : 0;
  const [row] = await scope.db
    .select({ contactId: contacts.id, whatsappId: tickets.connectionId })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(eq(tickets.userId, userId))
    .orderBy(desc(tickets.id))
    .limit(1);
  return row;
}
