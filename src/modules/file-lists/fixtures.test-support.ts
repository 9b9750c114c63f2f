import { fileListOptions, fileLists } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = (scope, _fixtures, mark) =>
  scope.write(async (tx) => {
    const [list] = await tx.db
      .insert(fileLists)
      .values({ name: `lista ${mark}`, message: `arquivos ${mark}` })
      .returning();
    const fileListId = list?.id ?? 0;
    const [option] = await tx.db
      .insert(fileListOptions)
      .values({ listId: fileListId, position: 1, name: `tabela ${mark}` })
      .returning();
    return { fileListId, fileOptionId: option?.id ?? 0 };
  });
