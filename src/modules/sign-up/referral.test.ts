import { expect, test } from 'bun:test';
import { auditEntries, companies, plans } from '@db/platform/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';

test('a sign-up records the company whose link led to it, which the form carries', async () => {
  const testApp = await createTestApp();
  const platform = platformScope(testApp.kernel);
  await setPlatformValue(platform, { key: 'allowregister', value: 'enabled' });
  const [plan] = await platform.db.select().from(plans);
  const { aurora } = testApp.people.companyId;
  const stranger = await testApp.as();
  const draft = (name: string, companyId: unknown) => {
    const person = { phone: '(11) 98888-7777', password: 'uma senha bem comprida', planId: String(plan?.id) };
    return { ...person, name, email: `${name.toLowerCase()}@nova.test`, companyId };
  };
  const { text } = await stranger.page(`/signup?companyId=${aurora}`);
  expect(text).toContain(`<input type="hidden" name="companyId" value="${aurora}"/>`);
  const form = draft('Pagina', String(aurora)) as Record<string, string>;
  expect((await stranger.part('POST', '/signup', form)).status).toBe(303);
  await testApp.settle();
  for (const [name, companyId] of [
    ['Cliente', aurora],
    ['Nenhuma', 987_654],
    ['Nada', 'null'],
  ] as const) {
    const reply = await stranger.json('POST', '/companies/cadastro', draft(name, companyId));
    expect({ name, status: reply.status }).toEqual({ name, status: 200 });
    await testApp.settle();
    expect(await platform.db.$count(companies, eq(companies.name, name))).toBe(1);
  }
  const rows = await platform.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'company.referred'));
  expect(rows.map(({ subjectName, after }) => [subjectName, after])).toEqual([
    ['Pagina', { referredBy: 'Aurora' }],
    ['Cliente', { referredBy: 'Aurora' }],
  ]);
  await testApp.stop();
});
