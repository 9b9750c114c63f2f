import { queueIntegrations } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { eq } from 'drizzle-orm';
import { credentials, signingSecrets } from './integration-secrets.logic.ts';

export const addFixtures: AddFixtures = (scope, _fixtures, mark) =>
  scope.write(async (tx) => {
    const [row] = await tx.db
      .insert(queueIntegrations)
      .values({ type: 'dialogflow', name: `fluxo ${mark}`, projectName: `projeto ${mark}` })
      .returning();
    const integrationId = row?.id ?? 0;
    const jsonContent = credentials.encrypt(tx, integrationId, 'CANARY-credentials-of-an-agent');
    const signingSecret = signingSecrets.encrypt(tx, integrationId, 'CANARY-signing-secret');
    await tx.db
      .update(queueIntegrations)
      .set({ jsonContent, signingSecret })
      .where(eq(queueIntegrations.id, integrationId));
    return { integrationId };
  });
