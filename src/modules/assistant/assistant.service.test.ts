import { afterAll, beforeAll, expect, test } from 'bun:test';
import { prompts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { listSettingChanges } from '@/modules/settings/setting-changes.queries.ts';
import { configureAssistant } from './assistant.service.ts';
import { type AssistantFixture, createAssistantFixture } from './assistant-fixture.test-support.ts';

let work: AssistantFixture;
beforeAll(async () => {
  work = await createAssistantFixture();
  await work.begin();
});
afterAll(() => work.stop());

test('the history shows the name of the chosen prompt', async () => {
  const admin = await work.testApp.scopeOf('ana');
  const named = { name: 'Ajudante' };
  await work.system.write((tx) => tx.db.update(prompts).set(named).where(eq(prompts.id, work.promptId)));
  await configureAssistant(admin, { promptId: null, instructions: '' });
  await configureAssistant(admin, { promptId: work.promptId, instructions: '' });
  const { changes } = await listSettingChanges(admin, {});
  const ofPrompt = changes.filter(({ key }) => key === 'aiAssistantPrompt');
  expect(ofPrompt.slice(0, 2)).toMatchObject([
    { before: '', after: 'Ajudante' },
    { before: 'Ajudante', after: '' },
  ]);
});
