import { announcements } from '@db/platform/schema/index.ts';
import { type AddToWorld, PNG } from '@test/support/world.ts';
import { PLATFORM } from '@/kernel/storage.ts';

/** Every company reads it, so that it bears no company's mark. */
export const addToWorld: AddToWorld = async ({ kernel }) => {
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
