import { companies } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { numberFor } from '@demo/phones/lines.ts';
import { eq } from 'drizzle-orm';
import { type Kernel, openScope, type Scope, systemScope } from '@/core/scope.ts';
import { createConnection, updateConnection } from '@/modules/connections/connections.service.ts';
import { createQueue } from '@/modules/queues/queues.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createUser } from '@/modules/users/users.service.ts';
import type { SessionListener } from '@/whatsapp/port.ts';
import { Conversation } from '../conversation.ts';
import { whenOpen } from '../office-hours.ts';
import type { PastNetwork } from '../past-network.ts';
import type { Customer } from '../people.ts';
import type { Random } from '../random.ts';
import { giveReceipts } from '../receipts.ts';
import { openAroundTheClock } from '../shop/office.ts';
import { NEIGHBOUR_TALK, type ShortTalk } from '../talk/neighbours.ts';
import { factsOf } from '../talk/phrase.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import { type MovedClock, Timeline } from '../timeline.ts';
import { CLIENTS } from './clients.ts';

/** Names of connections, which pair themselves at the first start. */
export const NEIGHBOUR_LINES = CLIENTS.flatMap(({ line }) => line ?? []);

const TEAMS: Record<string, { name: string; email: string }[]> = {
  'Pão da Vila': [{ name: 'Neide', email: 'neide@paodavila.example' }],
  'Sorriso Vivo': [
    { name: 'Tainá', email: 'taina@sorrisovivo.example' },
    { name: 'Doutora Lígia', email: 'ligia@sorrisovivo.example' },
  ],
  'Amigo Fiel': [{ name: 'Wesley', email: 'wesley@amigofiel.example' }],
};
const BOREAL = { name: 'Boreal', line: 'Boreal', joinedDaysAgo: 58 };
const DAYS_BETWEEN = 3;
const ABSENCE = 'Agora estamos fechados. Deixe a sua mensagem: respondemos no próximo dia útil.';

type Parts = {
  kernel: Kernel;
  clock: MovedClock;
  network: PastNetwork;
  listener: SessionListener | undefined;
  random: Random;
  customers: Customer[];
  now: Date;
};
type Neighbour = { name: string; line: string; joinedDaysAgo: number };

/** Other companies of the platform have a conversation every few days. */
export async function liveNeighbours(parts: Parts): Promise<void> {
  const clients = CLIENTS.flatMap(({ line, ...client }) => (line ? [{ ...client, line }] : []));
  for (const neighbour of [BOREAL, ...clients]) await liveNeighbour(parts, neighbour);
}

async function liveNeighbour(parts: Parts, { name, line, joinedDaysAgo }: Neighbour): Promise<void> {
  const { kernel, clock, network, listener, random, customers, now } = parts;
  clock.now = new Date(now.getTime() - joinedDaysAgo * DAY + 3 * HOUR);
  const company = await kernel.platform.db.query.companies.findFirst({ where: eq(companies.name, name) });
  const companyId = company?.id ?? 0;
  const connectionId = await furnish(parts, companyId, line);
  const target = { companyId, connectionId };
  await network.start(target);
  const state = { status: 'CONNECTED', qrcode: '', pairingCode: '', retries: 0, trouble: null } as const;
  await listener?.onState(target, { ...state, number: numberFor(target) });

  const { db, timeZone } = await systemScope(kernel, companyId);
  const people = await db.select({ id: users.id, email: users.email, name: users.name }).from(users);
  const timeline = new Timeline(kernel, companyId, clock, network);
  giveReceipts(timeline, random);
  const talks = NEIGHBOUR_TALK[line] ?? [];
  for (let daysAgo = joinedDaysAgo - 1; daysAgo >= 0; daysAgo -= random.between(1, DAYS_BETWEEN)) {
    const customer = customers.shift();
    const agent = people[people.length > 1 ? random.between(1, people.length - 1) : 0];
    if (!customer || !agent) break;
    const at = whenOpen(
      now.getTime() - daysAgo * DAY - random.between(60, 400) * MINUTE,
      timeZone,
      random.between(5, 90) * MINUTE,
    );
    planTalk(timeline, random, { talk: random.pick(talks), customer, agent, connectionId, at });
  }
  const [owner] = people;
  if (owner) timeline.plan(now.getTime() - MINUTE, owner.email, (scope) => nameHours(scope, connectionId));
  await timeline.run(Object.fromEntries(people.map(({ id, email }) => [email, id])), now);
}

async function nameHours(scope: Scope, connectionId: number): Promise<void> {
  await openAroundTheClock(scope);
  await updateConnection(scope, { connectionId, outOfHoursMessage: ABSENCE });
}

/** Boreal is furnished by the seed. Returns the connection. */
async function furnish({ kernel, clock }: Parts, companyId: number, line: string): Promise<number> {
  const { db } = await systemScope(kernel, companyId);
  const known = await db.query.connections.findFirst({ where: (t, { eq: is }) => is(t.name, line) });
  if (known) return known.id;
  const actor = await loadActor(kernel, companyId, 1, 'history');
  if (!actor) throw new Error(`${line} has no owner`);
  const scope = await openScope(kernel, { companyId, actor: { ...actor, provenAt: clock.now } });
  const queue = await createQueue(scope, {
    name: 'Atendimento',
    color: '#0F766E',
    greetingMessage: `Olá! Você fala com ${line}.`,
  });
  const connection = await createConnection(scope, { name: line, queueIds: [queue.id], isDefault: true });
  for (const person of TEAMS[line] ?? [])
    await createUser(scope, {
      ...person,
      password: null,
      profile: 'user',
      queueIds: [queue.id],
      active: true,
    });
  return connection.id;
}

type Talk = {
  talk: ShortTalk;
  customer: Customer;
  agent: { name: string; email: string };
  connectionId: number;
  at: number;
};

function planTalk(
  timeline: Timeline,
  random: Random,
  { talk, customer, agent, connectionId, at }: Talk,
): void {
  const { name, isWoman, email } = customer;
  const facts = factsOf(random, { customer: name, isWoman, email, agent: agent.name });
  const conversation = new Conversation(customer, connectionId, facts, `${customer.number} ${connectionId}`);
  let moment = at;
  for (const [index, text] of talk.entries()) {
    if (index === 1) timeline.plan(moment + 50 * SECOND, agent.email, (scope) => conversation.accept(scope));
    moment += index === 0 ? 0 : random.between(70, 600) * SECOND;
    if (index % 2 === 0) timeline.plan(moment, '', (scope) => conversation.write(scope, text));
    else timeline.plan(moment, agent.email, (scope) => conversation.answer(scope, text));
  }
  timeline.plan(moment + random.between(3, 20) * MINUTE, agent.email, (scope) => conversation.resolve(scope));
}
