import {
  contactListImportRows,
  contactListImports,
  contactListItems,
  contactLists,
} from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = (scope, _fixtures, mark) =>
  scope.write(async (tx) => {
    const name = `Lista ${mark}`;
    const [list] = await tx.db
      .insert(contactLists)
      .values({ name, searchName: name.toLowerCase() })
      .returning({ id: contactLists.id });
    const listId = list?.id ?? 0;
    const person = { name: `Da lista ${mark}`, number: '5511944440000', email: `${mark}@example.com` };
    const [item] = await tx.db
      .insert(contactListItems)
      .values({ ...person, listId, isOnWhatsapp: true })
      .returning({ id: contactListItems.id });
    const [order] = await tx.db
      .insert(contactListImports)
      .values({
        ...{ listId, state: 'preview', fileName: `${mark}.xlsx`, columns: ['nome', 'numero'] },
        mapping: { name: 0, number: 1, email: null },
      })
      .returning({ id: contactListImports.id });
    await tx.db.insert(contactListImportRows).values({
      ...{ importId: order?.id ?? 0, line: 2, outcome: 'bad_number' },
      cells: [`Da planilha ${mark}`, '12'],
    });
    return { contactListId: listId, contactListItemId: item?.id, listImportId: order?.id };
  });
