import { contactImportRows, contactImports } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = (scope, _fixtures, mark) =>
  scope.write(async (tx) => {
    const user = await tx.db.query.users.findFirst();
    const sheet = { source: 'sheet', state: 'preview', fileName: `${mark}.xlsx` } as const;
    const values = { ...sheet, userId: user?.id ?? 0 };
    const [row] = await tx.db.insert(contactImports).values(values).returning({ id: contactImports.id });
    const person = { line: 2, name: `Da planilha ${mark}`, number: '12', outcome: 'bad_number' } as const;
    await tx.db.insert(contactImportRows).values({ ...person, importId: row?.id ?? 0 });
    return { importId: row?.id };
  });
