import { ADMIN } from '@test/crash/app-process.ts';
import { type Visitor, visitorOf } from '@test/support/many-companies.ts';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { type Kernel, openScope } from '@/core/scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { ensureAdmin } from '@/modules/auth/set-up/first-start.service.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createWebhook } from '@/modules/webhooks/webhooks.service.ts';

const ADMIN_VARIABLES = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

export type FoundOptions = { env: Record<string, string>; count: number; receiverUrl?: string };

/** By a node in this process, which leaves before the others begin. */
export async function foundCompanies({ env, count, receiverUrl }: FoundOptions): Promise<Visitor[]> {
  const dependencies = await createDependencies(
    readConfig({ ...env, ...ADMIN_VARIABLES, LOG_LEVEL: 'silent', PORT: '0' }),
    {
      log: createLog('silent'),
      createWhatsApp: createFakeWhatsApp,
    },
  );
  const { kernel } = dependencies;
  await ensureAdmin(kernel);
  await dependencies.start();
  const visitors: Visitor[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { companyId, userId } = await foundOne(kernel, n);
    visitors.push(visitorOf(companyId, await startSession(kernel, companyId, userId)));
    if (receiverUrl === undefined) continue;
    const actor = await loadActor(kernel, companyId, userId, 'bench');
    if (!actor) throw new Error(`company ${companyId} has no administrator`);
    const scope = await openScope(kernel, { companyId, actor: { ...actor, provenAt: kernel.clock() } });
    const url = `${receiverUrl}/company-${companyId}`;
    await createWebhook(scope, { name: 'Receptor', url, events: ['message.received'] });
  }
  await dependencies.stop();
  return visitors;
}

const TRIES = 5;

/** A busy server ends a transaction that takes longer than five seconds. */
async function foundOne(kernel: Kernel, n: number): Promise<{ companyId: number; userId: number }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await foundCompany(platformScope(kernel), {
        name: `Empresa ${n}`,
        email: `dona${n}@empresa.test`,
        dueDate: null,
        planId: null,
        owner: { name: `Dona ${n}`, passwordHash: 'x', super: false },
      });
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
