import { webhooks } from '@db/tenant/schema/index.ts';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { systemScope } from '@/core/scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { ensureFirstPlan } from '@/modules/companies/companies.service.ts';
import { createConnection } from '@/modules/connections/connections.service.ts';
import { createWebhook } from '@/modules/webhooks/webhooks.service.ts';

/**
 * CHANGE: creates a connection with this name. DIES: SIGKILL once that is committed. Otherwise runs until everything
 * is delivered.
 */
const dependencies = await createDependencies(readConfig(process.env), { log: createLog('silent') });
const { kernel } = dependencies;
const [known] = await listCompanyIds(kernel);
const companyId = known ?? (await found());
const scope = await systemScope(kernel, companyId);
if ((await scope.db.$count(webhooks)) === 0) {
  const url = process.env.RECEIVER ?? '';
  await createWebhook(scope, { name: 'Receptor', url, events: ['connection.updated'] });
}
if (process.env.DIES) {
  kernel.outbox.wake = () => void process.kill(process.pid, 'SIGKILL');
  await scope.write(async (tx) => {
    tx.afterCommit(() => void process.kill(process.pid, 'SIGKILL'));
    await make(tx);
  });
}
if (process.env.CHANGE && !process.env.DIES) await make(scope);
kernel.outbox.wake(companyId);
await kernel.bus.idle();
await kernel.outbox.idle();
await dependencies.stop();
process.exit(0);

function make(tx: typeof scope) {
  return createConnection(tx, { name: process.env.CHANGE ?? '' } as never);
}

async function found(): Promise<number> {
  const platform = platformScope(kernel);
  const { companyId: id } = await foundCompany(platform, {
    name: 'Aurora',
    email: 'ana@aurora.test',
    dueDate: null,
    planId: await ensureFirstPlan(platform),
    owner: { name: 'Ana', passwordHash: 'none', super: false },
  });
  return id;
}
