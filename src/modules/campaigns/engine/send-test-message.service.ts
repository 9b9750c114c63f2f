import { connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { findByNumber, insertContact } from '@/modules/contacts/add-contact.service.ts';
import { toDigits } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { variableValues } from '@/modules/messages/write/fill-variables.queries.ts';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { render } from './render-text.logic.ts';
import { countSent } from './sending-counters.service.ts';

type Test = { text: string; number: string; connectionId: number | null };

/** Rendered as for a contact with the tester's name. Throws ERR_NO_DEF_WAPP_FOUND, ERR_NO_WAPP_FOUND. */
export async function sendTest(
  scope: Scope,
  { text, number: typed, connectionId: chosenId }: Test,
): Promise<void> {
  requireCan(scope, canManageCampaigns);
  const { name, email } = requireUser(scope);
  const number = toDigits(typed);
  await scope.write(async (tx) => {
    const connectionId = await chooseConnection(tx, chosenId);
    const { variables } = await campaignSettings(tx);
    const known = await findByNumber(tx, number, undefined);
    const contactId = known?.id ?? (await addContact(tx, name, number));
    await sendUnprompted(tx, {
      ...{ contactId, connectionId },
      body: render(
        text,
        { name, email, number },
        variables,
        variableValues(tx, { contact: { name }, protocol: '' }),
      ),
      mediaType: 'conversation',
      media: null,
      cause: `campaign-test:${tx.kernel.ids.uuid()}`,
      isQuiet: true,
    });
    await countSent(tx, connectionId, false);
  });
}

async function chooseConnection(tx: Scope, chosenId: number | null): Promise<number> {
  const row = await tx.db.query.connections.findFirst({
    columns: { id: true },
    where: chosenId === null ? eq(connections.isDefault, true) : eq(connections.id, chosenId),
  });
  if (!row) throw new AppError(chosenId === null ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_NO_WAPP_FOUND');
  return row.id;
}

async function addContact(tx: Scope, name: string, number: string): Promise<number> {
  const jids = [`${number}@s.whatsapp.net`];
  const id = await insertContact(tx, { name, email: '', number, jids, isProvisional: true });
  tx.emit('contact.created', { contactId: id });
  return id;
}
