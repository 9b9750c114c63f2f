import { announcements } from '@db/platform/schema/index.ts';
import { type AddFixtures, PNG } from '@test/support/fixtures.ts';
import { PLATFORM } from '@/core/scope.ts';

export const addFixtures: AddFixtures = async ({ kernel }) => {
  const { key } = await kernel.storage.save(PLATFORM, PNG, 'png');
  const values = {
    title: 'Aviso',
    text: 'Para todos',
    mediaPath: key,
    mediaName: 'a.png',
    mediaMime: 'image/png',
  };
  const [row] = await kernel.platform.write((tx) =>
    tx.insert(announcements).values(values).returning({ id: announcements.id }),
  );
  return { announcementId: row?.id, publicFile: key };
};
