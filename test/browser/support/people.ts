import { logins } from '@db/platform/schema/index.ts';
import { connectionQueues, queues, userQueues, users } from '@db/tenant/schema/index.ts';
import type { Page } from 'playwright-core';
import { systemScope } from '@/core/scope.ts';
import type { Dependencies } from '@/dependencies.ts';
import { hashPassword } from '@/modules/users/passwords.state.ts';

export const PASSWORD = 'uma senha bem comprida';

type Colleague = { name: string; email: string; queue: string };

export async function addColleague(
  dependencies: Dependencies,
  companyId: number,
  connectionId: number,
  { name, email, queue }: Colleague,
): Promise<void> {
  const scope = await systemScope(dependencies.kernel, companyId);
  const passwordHash = await hashPassword(PASSWORD);
  const userId = await scope.write(async (tx) => {
    const [row] = await tx.db.insert(queues).values({ name: queue, color: '#1F7A1F' }).returning();
    const [person] = await tx.db
      .insert(users)
      .values({ name, email, passwordHash, profile: 'user' })
      .returning();
    if (!row || !person) throw new Error('nobody was added');
    await tx.db.insert(userQueues).values({ userId: person.id, queueId: row.id });
    await tx.db.insert(connectionQueues).values({ connectionId, queueId: row.id });
    return person.id;
  });
  await dependencies.kernel.platform.write(async (tx) => {
    await tx.insert(logins).values({ email, companyId, userId });
  });
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.locator('#menu').waitFor({ state: 'attached' });
  if (new URL(page.url()).pathname === '/') await page.goto('/tickets');
  await page.waitForURL('**/tickets');
}
