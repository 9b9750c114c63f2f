import { ticketNotes } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async (scope, { ticketId, contactId }, mark) => {
  const values = { note: `nota ${mark}`, ticketId, contactId };
  const [row] = await scope.write((tx) =>
    tx.db.insert(ticketNotes).values(values).returning({ id: ticketNotes.id }),
  );
  return { noteId: row?.id };
};
