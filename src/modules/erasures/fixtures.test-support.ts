import { companyErasures } from '@db/platform/schema/index.ts';
import { erasures, personFiles } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { personFilePath } from './file/person-file.service.ts';

const tomorrow = ({ now }: { now(): Date }) => new Date(now().getTime() + 86_400_000);

export const addFixtures: AddFixtures = (scope, { contactId }, mark) =>
  scope.write(async (tx) => {
    const counts = { tickets: 1, messages: 1, files: 0, schedules: 0, notes: 0, shippings: 0 };
    const done = { step: 'done', personHash: 'x', counts, askedAt: tx.now(), endedAt: tx.now() } as const;
    const values = { ...done, uuid: tx.kernel.ids.uuid(), userName: `Ana ${mark}` };
    const [row] = await tx.db.insert(erasures).values(values).returning({ id: erasures.id });
    const file = {
      uuid: tx.kernel.ids.token(24),
      contactId,
      state: 'ready',
      expiresAt: tomorrow(tx),
    } as const;
    const [made] = await tx.db.insert(personFiles).values(file).returning({ id: personFiles.id });
    await Bun.write(personFilePath(tx, file), `file of ${mark}`);
    const none = { people: 0, files: 0, bytes: 0, objects: 0 };
    const gone = {
      uuid: tx.kernel.ids.uuid(),
      companyId: 99,
      nameHash: 'x',
      step: 'done',
      counts: none,
    } as const;
    const [whole] = await tx.kernel.platform.write((db) =>
      db
        .insert(companyErasures)
        .values({ ...gone, askedAt: tx.now() })
        .returning({ id: companyErasures.id }),
    );
    return { erasureId: row?.id, personFileId: made?.id, companyErasureId: whole?.id };
  });
