import { queueIntegrations } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';
import { sealSecret } from './integration-secrets.ts';

export const addToWorld: AddToWorld = (scope, _world, mark) =>
  scope.write(async (tx) => {
    const [row] = await tx.db
      .insert(queueIntegrations)
      .values({ type: 'dialogflow', name: `fluxo ${mark}`, projectName: `projeto ${mark}` })
      .returning();
    const integrationId = row?.id ?? 0;
    const jsonContent = sealSecret(tx, integrationId, 'json_content', 'CANARY-credentials-of-an-agent');
    const signingSecret = sealSecret(tx, integrationId, 'signing_secret', 'CANARY-signing-secret');
    await tx.db
      .update(queueIntegrations)
      .set({ jsonContent, signingSecret })
      .where(eq(queueIntegrations.id, integrationId));
    return { integrationId };
  });
