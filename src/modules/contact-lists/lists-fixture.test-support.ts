import {
  contactListImports,
  contactListItems,
  contactLists,
  contacts,
  numberChecks,
  outbox,
} from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { createContactList } from './contact-lists.service.ts';

export type ListsFixture = Awaited<ReturnType<typeof createListsFixture>>;

export async function createListsFixture() {
  const testApp = await createTestApp();
  const scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const line = { companyId: scope.companyId, connectionId };
  return {
    testApp,
    scope,
    line,
    async reset(): Promise<void> {
      await testApp.settle();
      await scope.write(async (tx) => {
        for (const table of [contactLists, contacts, numberChecks, outbox]) await tx.db.delete(table);
      });
      testApp.whatsapp.registered.clear();
      testApp.whatsapp.checked.length = 0;
      testApp.whatsapp.become(line);
    },
    list: async (name = 'Clientes') => (await createContactList(scope, { name })).id,
    items: (listId: number) =>
      scope.db
        .select()
        .from(contactListItems)
        .where(eq(contactListItems.listId, listId))
        .orderBy(asc(contactListItems.id)),
    lastImport: async () => {
      const rows = await scope.db.select().from(contactListImports).orderBy(asc(contactListImports.id));
      return rows.at(-1)?.id ?? 0;
    },
  };
}

export function sheetOf(text: string, name = 'lista.csv'): FormData {
  const form = new FormData();
  form.set('file', new File([text], name));
  return form;
}
