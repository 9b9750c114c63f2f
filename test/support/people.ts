import { logins } from '@db/platform/schema/index.ts';
import { queues, userQueues, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel, Profile } from '@/core/scope.ts';
import { systemScope } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { ensureFirstPlan } from '@/modules/companies/companies.service.ts';
import { hashPassword } from '@/modules/users/passwords.state.ts';

export const PEOPLE = {
  ana: { name: 'Ana', company: 'aurora', profile: 'admin', queues: [] },
  rui: { name: 'Rui', company: 'aurora', profile: 'supervisor', queues: ['Vendas', 'Suporte'] },
  bia: { name: 'Bia', company: 'aurora', profile: 'user', queues: ['Vendas'] },
  caio: { name: 'Caio', company: 'aurora', profile: 'user', queues: ['Suporte'] },
  davi: { name: 'Davi', company: 'boreal', profile: 'admin', queues: [] },
} as const satisfies Record<string, Person>;

type Person = { name: string; company: 'aurora' | 'boreal'; profile: Profile; queues: string[] };
export type PersonName = keyof typeof PEOPLE;

export const PASSWORD = 'uma senha bem comprida';
export const emailOf = (name: PersonName) => `${name}@${PEOPLE[name].company}.test`;

export const browserAt = (address: string): Browser => ({ address, agent: '', device: '' });

export type People = {
  companyId: { aurora: number; boreal: number };
  userId: Record<PersonName, number>;
  queueId: { Vendas: number; Suporte: number; Geral: number };
};

const hash = hashPassword(PASSWORD);

export async function createPeople(kernel: Kernel): Promise<People> {
  const platform = platformScope(kernel);
  const planId = await ensureFirstPlan(platform);
  const passwordHash = await hash;
  const found = async (company: 'aurora' | 'boreal', owner: PersonName) =>
    foundCompany(platform, {
      name: company === 'aurora' ? 'Aurora' : 'Boreal',
      email: emailOf(owner),
      dueDate: null,
      planId,
      owner: { name: PEOPLE[owner].name, passwordHash, super: false },
    });
  const aurora = await found('aurora', 'ana');
  const boreal = await found('boreal', 'davi');
  const queueId = await addQueues(kernel, aurora.companyId, { Vendas: '#1F7A1F', Suporte: '#1F4E9A' });
  const borealQueue = await addQueues(kernel, boreal.companyId, { Geral: '#9A1F1F' });
  const userId = { ana: aurora.userId, davi: boreal.userId, rui: 0, bia: 0, caio: 0 };
  for (const name of ['rui', 'bia', 'caio'] as const) {
    userId[name] = await addPerson(kernel, aurora.companyId, name, passwordHash, queueId);
  }
  return {
    companyId: { aurora: aurora.companyId, boreal: boreal.companyId },
    userId,
    queueId: { ...queueId, ...borealQueue },
  };
}

async function addQueues<N extends string>(
  kernel: Kernel,
  companyId: number,
  colors: Record<N, string>,
): Promise<Record<N, number>> {
  const scope = await systemScope(kernel, companyId);
  const ids = {} as Record<N, number>;
  await scope.write(async (tx) => {
    for (const [name, color] of Object.entries(colors) as [N, string][]) {
      const [row] = await tx.db.insert(queues).values({ name, color }).returning({ id: queues.id });
      ids[name] = row?.id ?? 0;
    }
  });
  return ids;
}

async function addPerson(
  kernel: Kernel,
  companyId: number,
  name: PersonName,
  passwordHash: string,
  queueId: Record<string, number>,
): Promise<number> {
  const person = PEOPLE[name];
  const email = emailOf(name);
  const scope = await systemScope(kernel, companyId);
  const id = await scope.write(async (tx) => {
    const [row] = await tx.db
      .insert(users)
      .values({ name: person.name, email, passwordHash, profile: person.profile })
      .returning({ id: users.id });
    const userId = row?.id ?? 0;
    for (const queue of person.queues)
      await tx.db.insert(userQueues).values({ userId, queueId: queueId[queue] ?? 0 });
    return userId;
  });
  await kernel.platform.write((tx) => tx.insert(logins).values({ email, companyId, userId: id }));
  return id;
}

export function sessionFor(kernel: Kernel, people: People, name: PersonName): Promise<string> {
  return startSession(kernel, people.companyId[PEOPLE[name].company], people.userId[name]);
}

export async function setSuper(
  kernel: Kernel,
  people: People,
  name: PersonName,
  isSuper = true,
): Promise<void> {
  const scope = await systemScope(kernel, people.companyId[PEOPLE[name].company]);
  await scope.write((tx) =>
    tx.db.update(users).set({ super: isSuper }).where(eq(users.id, people.userId[name])),
  );
}
