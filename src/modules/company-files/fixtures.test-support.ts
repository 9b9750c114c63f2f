import { companyExports } from '@db/platform/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { exportPath } from './exports.queries.ts';

export const addFixtures: AddFixtures = async ({ kernel, companyId, now }, _fixtures, mark) => {
  const [row] = await kernel.platform.write((platform) =>
    platform
      .insert(companyExports)
      .values({
        ...{ companyId, status: 'ready', fileName: `${mark}.balcao`, madeBy: mark, bytes: 8 },
        ...{ withSecrets: false, isEncrypted: false, startedAt: now(), endedAt: now() },
        expiresAt: new Date(now().getTime() + 86_400_000),
      })
      .returning(),
  );
  if (!row) throw new Error('no export');
  await Bun.write(exportPath(kernel, row), `file of ${mark}`);
  return { exportId: row.id };
};
