import {
  contactListImports,
  contactListItems,
  contactLists,
  contacts,
  numberChecks,
  outbox,
} from '@db/tenant/schema/index.ts';
import { createTestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { createContactList } from './contact-lists.service.ts';

export type ListsDesk = Awaited<ReturnType<typeof createListsDesk>>;

export async function createListsDesk() {
  const desk = await createTestDesk();
  const scope = await desk.systemScope();
  const connectionId = await addConnection(desk);
  const line = { companyId: scope.companyId, connectionId };
  return {
    desk,
    scope,
    line,
    /** No list, no contact, nothing asked. */
    async reset(): Promise<void> {
      await desk.settle();
      await scope.write(async (tx) => {
        for (const table of [contactLists, contacts, numberChecks, outbox]) await tx.db.delete(table);
      });
      desk.whatsapp.registered.clear();
      desk.whatsapp.checked.length = 0;
      desk.whatsapp.become(line);
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

/** As browsers send a chosen sheet. */
export function sheetOf(text: string, name = 'lista.csv'): FormData {
  const form = new FormData();
  form.set('file', new File([text], name));
  return form;
}
