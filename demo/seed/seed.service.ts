import { companies, logins } from '@db/platform/schema/index.ts';
import {
  connectionQueues,
  connections,
  queueOptions,
  queues,
  quickMessages,
  tags,
  userQueues,
  users,
} from '@db/tenant/schema/index.ts';
import { DEMO_COMPANIES, type DemoCompany, type DemoOption, type DemoPerson } from '@demo/seed/people.ts';
import { eq, inArray } from 'drizzle-orm';
import { searchable } from '@/core/db/search.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { findLogin, needsSetUp } from '@/modules/auth/auth.queries.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { setUp } from '@/modules/auth/set-up/set-up.service.ts';
import { ensureFirstPlan } from '@/modules/companies/companies.service.ts';
import { hashPassword } from '@/modules/users/passwords.state.ts';

export type Passwords = Record<string, string>;

/** Leaves existing rows as they are, so that it can run at every start, also after a crash. */
export async function seedDemo(kernel: Kernel, passwords: Passwords): Promise<void> {
  const [first, ...others] = DEMO_COMPANIES;
  if (await needsSetUp(kernel.platform.db)) await setUpPlatform(kernel, first, passwords);
  for (const company of [first, ...others]) {
    const companyId = await ensureCompany(kernel, company, passwords);
    const scope = await systemScope(kernel, companyId);
    if (await isFresh(scope)) {
      const passwordHashes = await hashAll(company.people, passwords);
      await scope.write((tx) => furnish(tx, company, passwordHashes));
    }
    await ensureLogins(scope, company);
  }
}

async function setUpPlatform(kernel: Kernel, company: DemoCompany, passwords: Passwords): Promise<void> {
  const [{ name, email }] = company.people;
  await setUp(kernel, { companyName: company.name, name, email, password: passwordOf(passwords, email) });
}

async function ensureCompany(kernel: Kernel, company: DemoCompany, passwords: Passwords): Promise<number> {
  const [{ name, email }] = company.people;
  const known = await findLogin(kernel, email);
  if (known) return known.companyId;
  const found = await kernel.platform.db.query.companies.findFirst({
    where: eq(companies.name, company.name),
  });
  if (found) return found.id;
  const platform = platformScope(kernel);
  const { companyId } = await foundCompany(platform, {
    name: company.name,
    email,
    dueDate: endOf(kernel, company),
    recurrence: 'MENSAL',
    planId: await ensureFirstPlan(platform),
    owner: { name, passwordHash: await hashPassword(passwordOf(passwords, email)), super: false },
  });
  return companyId;
}

function endOf(kernel: Kernel, { endsInDays }: DemoCompany): Date | null {
  return endsInDays === undefined ? null : new Date(kernel.clock().getTime() + endsInDays * 86_400_000);
}

async function isFresh(scope: Scope): Promise<boolean> {
  const [known] = await scope.db.select({ id: connections.id }).from(connections).limit(1);
  return !known;
}

async function hashAll(people: DemoPerson[], passwords: Passwords): Promise<Passwords> {
  const hashes = people.map(
    async ({ email }) => [email, await hashPassword(passwordOf(passwords, email))] as const,
  );
  return Object.fromEntries(await Promise.all(hashes));
}

async function furnish(tx: Scope, company: DemoCompany, passwordHashes: Passwords): Promise<void> {
  const queueIds = new Map<string, number>();
  const stamps = { createdAt: tx.now(), updatedAt: tx.now() };
  for (const [index, { options = [], ...queue }] of company.queues.entries()) {
    const [row] = await tx.db
      .insert(queues)
      .values({ ...queue, ...stamps, orderQueue: index + 1 })
      .returning({ id: queues.id });
    if (!row) continue;
    queueIds.set(queue.name, row.id);
    await addOptions(tx, { queueId: row.id, parentId: null }, options);
  }
  for (const tag of company.tags) {
    await tx.db.insert(tags).values({ ...tag, ...stamps, searchName: searchable(tag.name) });
  }
  for (const person of company.people) {
    const userId = await ensurePerson(tx, person, passwordHashes[person.email] ?? '');
    for (const name of person.queues) {
      const queueId = queueIds.get(name);
      if (queueId) await tx.db.insert(userQueues).values({ userId, queueId });
    }
  }
  for (const quickMessage of company.quickMessages) {
    await tx.db.insert(quickMessages).values({ ...quickMessage, ...stamps, isGeneral: true });
  }
  for (const { queues: names, ...connection } of company.connections) {
    const values = { ...connection, ...stamps, status: 'OPENING' as const };
    const [row] = await tx.db.insert(connections).values(values).returning({ id: connections.id });
    for (const name of names) {
      const queueId = queueIds.get(name);
      if (row && queueId) await tx.db.insert(connectionQueues).values({ connectionId: row.id, queueId });
    }
  }
}

async function addOptions(
  tx: Scope,
  level: { queueId: number; parentId: number | null },
  options: DemoOption[],
): Promise<void> {
  for (const [index, { title, message = '', options: below = [] }] of options.entries()) {
    const option = { ...level, option: String(index + 1), title, message };
    const [row] = await tx.db.insert(queueOptions).values(option).returning({ id: queueOptions.id });
    if (row) await addOptions(tx, { ...level, parentId: row.id }, below);
  }
}

async function ensurePerson(tx: Scope, person: DemoPerson, passwordHash: string): Promise<number> {
  const { name, email, profile } = person;
  const known = await tx.db.query.users.findFirst({ where: eq(users.email, email) });
  if (known) return known.id;
  const [row] = await tx.db
    .insert(users)
    .values({ name, email, profile, passwordHash, createdAt: tx.now(), updatedAt: tx.now() })
    .returning({ id: users.id });
  if (!row) throw new Error('a person was not stored');
  return row.id;
}

/** Platform rows follow the company's own; the next start repairs a crash between the two. */
async function ensureLogins({ kernel, companyId, db }: Scope, { people }: DemoCompany): Promise<void> {
  const emails = people.map(({ email }) => email);
  const known = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  await kernel.platform.write(async (tx) => {
    for (const { id: userId, email } of known) {
      await tx.insert(logins).values({ email, companyId, userId }).onConflictDoNothing();
    }
  });
}

function passwordOf(passwords: Passwords, email: string): string {
  const password = passwords[email];
  if (!password) throw new Error(`the demo has no password for ${email}`);
  return password;
}
