import { erasures } from '@db/tenant/schema/index.ts';
import { audit } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { requireCan, requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { requireContact } from '@/modules/contacts/contacts.queries.ts';
import { severContact } from '@/modules/contacts/sever-contact.service.ts';
import { countPerson } from './count-person.queries.ts';
import { canErase } from './erasures.policy.ts';
import { subjectOf } from './rows/find-subject.queries.ts';

/** Irreversible once committed. Throws ERR_NO_PERMISSION, ERR_PROOF_REQUIRED, ERR_NO_CONTACT_FOUND. */
export async function eraseContact(
  scope: Scope,
  { contactId }: { contactId: number },
): Promise<{ erasureId: number }> {
  requireCan(scope, canErase);
  requireRecentAuthentication(scope);
  const person = requireUser(scope);
  return scope.write(async (tx) => {
    const { number } = await requireContact(tx, contactId);
    const subject = await subjectOf(tx.db, [contactId]);
    const uuid = tx.kernel.ids.uuid();
    const whose = number || subject.addresses[0] || String(contactId);
    const row = await tx.db
      .insert(erasures)
      .values({
        uuid,
        personHash: personHash(tx, whose),
        ...{ step: 'rows', counts: await countPerson(tx, contactId), subject },
        ...{ askedAt: tx.now(), userId: person.id, userName: person.name },
      })
      .returning()
      .then(insertedRow);
    await audit(tx, { what: 'person.erased', on: { id: uuid }, after: { ...row.counts } });
    await severContact(tx, { contactId });
    await tx.kernel.outbox.add(tx, `erasure:${row.id}`, 'erasure.run', { erasureId: row.id });
    tx.emit('erasure.moved', { erasureId: row.id });
    return { erasureId: row.id };
  });
}

/** Keyed with the server's own key; shows whether a certificate belongs to a given number. */
const personHash = ({ kernel, companyId }: Scope, number: string): string =>
  sign(kernel.secrets.codes, `erasure:${companyId}:${number}`);
