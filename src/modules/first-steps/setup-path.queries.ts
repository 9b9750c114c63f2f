import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { getSetting, isSettingChosen } from '@/modules/settings/settings.queries.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import type { FirstMessage, SetupCheck, SetupPath } from './first-steps.views.ts';
import { mainOf } from './main-connection.queries.ts';
import {
  agentsWithoutQueue,
  closedWithoutText,
  connectionsWithoutTransfer,
  queuesWithoutConnection,
} from './setup-gaps.queries.ts';

/** Each step with what the data say about it; nothing is stored. */
export async function findSetupPath(scope: Scope): Promise<SetupPath> {
  requireCan(scope, isAdmin);
  const connections = await listConnections(scope);
  const arrival = await findArrival(scope);
  return {
    checks: {
      number: checkNumber(connections),
      queues: await checkQueues(scope, connections),
      texts: await checkTexts(scope, connections),
      people: await checkPeople(scope),
      test: arrival ? DONE : { isDone: false, why: 'nothingYet', names: [] },
    },
    connections,
    connection: mainOf(connections),
    arrival,
  };
}

const DONE: SetupCheck = { isDone: true };
const missing = (why: string, names: string[] = []): SetupCheck => ({ isDone: false, why, names });

function checkNumber(connections: ConnectionView[]): SetupCheck {
  if (connections.some(({ status }) => status === 'CONNECTED')) return DONE;
  return connections.length === 0
    ? missing('noLine')
    : missing(
        'notConnected',
        connections.map(({ name }) => name),
      );
}

async function checkQueues(scope: Scope, connections: ConnectionView[]): Promise<SetupCheck> {
  if ((await listQueueChoices(scope)).length === 0) return missing('noQueue');
  if (connections.length === 0) return missing('noLine');
  const unoffered = await queuesWithoutConnection(scope);
  if (unoffered.length > 0) return missing('notOffered', unoffered);
  const nowhere = await connectionsWithoutTransfer(scope);
  return nowhere.length > 0 ? missing('noTransfer', nowhere) : DONE;
}

async function checkTexts(scope: Scope, connections: ConnectionView[]): Promise<SetupCheck> {
  if (connections.length === 0) return missing('noLine');
  const mute = connections.filter(({ queues, greetingMessage }) => queues.length > 1 && !greetingMessage);
  if (mute.length > 0)
    return missing(
      'noGreeting',
      mute.map(({ name }) => name),
    );
  if ((await getSetting(scope, 'scheduleType')) === 'disabled')
    return (await isSettingChosen(scope, 'scheduleType')) ? DONE : missing('noHours');
  const { names } = await closedWithoutText(scope);
  return names.length > 0 ? missing('noAbsence', names) : DONE;
}

async function checkPeople(scope: Scope): Promise<SetupCheck> {
  if ((await listPeopleNames(scope)).length < 2) return missing('alone');
  const idle = await agentsWithoutQueue(scope);
  return idle.length > 0 ? missing('noQueueOf', idle) : DONE;
}

const NEWEST = 50;

/** A customer's first message in the newest tickets, which are few enough to look through. */
async function findArrival({ db }: Scope): Promise<FirstMessage | null> {
  const newest = db
    .select({ id: tickets.id, uuid: tickets.uuid, contactId: tickets.contactId })
    .from(tickets)
    .where(isNotNull(tickets.connectionId))
    .orderBy(desc(tickets.id))
    .limit(NEWEST)
    .as('newest');
  const [row] = await db
    .select({ uuid: newest.uuid, contact: contacts, body: messages.body, sentAt: messages.sentAt })
    .from(newest)
    .innerJoin(messages, and(eq(messages.ticketId, newest.id), eq(messages.fromMe, false)))
    .innerJoin(contacts, eq(contacts.id, newest.contactId))
    .orderBy(desc(newest.id), asc(messages.id))
    .limit(1);
  if (!row) return null;
  const { uuid, contact, body, sentAt } = row;
  return { uuid, contact: contactName(contact), body, at: sentAt.toISOString() };
}
