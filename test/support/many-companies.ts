import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN } from '@test/crash/app-process.ts';
import { readConfig } from '@/config.ts';
import { writeTemplate } from '@/core/db/tenants/tenants.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { ensureAdmin } from '@/modules/auth/set-up/first-start.service.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';

export type Visitor = {
  companyId: number;
  cookie: string;
  ask(url: string, path: string, init?: { method: string; body: unknown }): Promise<Response>;
};

export async function addCompanies(dataDir: string, count: number): Promise<Visitor[]> {
  const template = join(dataDir, 'template.db');
  await writeTemplate(template);
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const dependencies = await createDependencies(config, { tenantTemplate: template });
  await ensureAdmin(dependencies.kernel);
  const visitors: Visitor[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { companyId, userId } = await foundCompany(platformScope(dependencies.kernel), {
      name: `Empresa ${n}`,
      email: `dona${n}@empresa.test`,
      dueDate: null,
      planId: null,
      owner: { name: `Dona ${n}`, passwordHash: 'x', super: false },
    });
    visitors.push(visitorOf(companyId, await startSession(dependencies.kernel, companyId, userId)));
  }
  await dependencies.stop();
  rmSync(template);
  return visitors;
}

export function visitorOf(companyId: number, session: string): Visitor {
  const cookie = `sid=${session}`;
  return {
    companyId,
    cookie,
    ask: (url, path, init) =>
      fetch(`${url}${path}`, {
        method: init?.method ?? 'GET',
        headers: {
          Cookie: cookie,
          Origin: url,
          Accept: 'application/json',
          'Content-Type': 'application/json',
        },
        ...(init && { body: JSON.stringify(init.body) }),
      }),
  };
}
