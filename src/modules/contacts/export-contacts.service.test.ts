import { expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { exportContacts } from './export-contacts.service.ts';

test('goes on when the last contact of a part is deleted before the next part is read', async () => {
  const testApp = await createTestApp();
  const system = await testApp.systemScope();
  const people = Array.from({ length: 450 }, (_, n) => `Fila ${String(n).padStart(3, '0')}`);
  await system.write((tx) =>
    tx.db.insert(contacts).values(people.map((name, n) => ({ name, number: `5511977${n + 100_000}` }))),
  );
  let last = '';
  const reader = (await exportContacts(await testApp.scopeOf('bia'))).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    last = /(Fila \d+)[^F]*$/.exec(new TextDecoder().decode(part.value))?.[1] ?? '';
    // The next part has been read ahead.
    const ahead = people[people.indexOf(last) + 200] ?? '';
    await system.write((tx) => tx.db.delete(contacts).where(eq(contacts.name, ahead)));
  }
  expect(last).toBe('Fila 449');
  await testApp.stop();
});
