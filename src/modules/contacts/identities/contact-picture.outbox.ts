import { contacts } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Medium } from '@/core/module.ts';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { renderSmall } from '@/core/storage/pictures.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { canReadContacts } from '../contacts.policy.ts';
import { type ContactRow, contactById, getAddress } from '../contacts.queries.ts';
import { findConnectedSession, outboxError } from '../numbers/connected-session.queries.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'contact.picture': { contactId: number; connectionId: number | null };
  }
}

const FRESH_MS = 7 * 86_400_000;
const SIDE = 256;

/** Once a week. True when a request is due now. */
export async function wantPicture(
  tx: Scope,
  contact: Pick<ContactRow, 'id' | 'pictureCheckedAt'>,
  connectionId: number | null,
): Promise<boolean> {
  const now = tx.now();
  const { pictureCheckedAt: checkedAt } = contact;
  // A check in the future was stored before the clock was set back.
  if (checkedAt && Math.abs(now.getTime() - checkedAt.getTime()) < FRESH_MS) return false;
  await checked(tx.db, { contactId: contact.id, now: now.getTime() });
  const payload = { contactId: contact.id, connectionId };
  await tx.kernel.outbox.add(tx, `picture:${connectionId ?? 0}`, 'contact.picture', payload);
  return true;
}

const checked = tenantStatement((db) =>
  db
    .update(contacts)
    .set({ pictureCheckedAt: parameter('now') })
    .where(eq(contacts.id, sql.placeholder('contactId'))),
);

export const fetchPicture: OutboxHandler<'contact.picture'> = {
  mayKill: true,
  async run(scope, { payload }) {
    const contact = await contactById(scope.db, { contactId: payload.contactId });
    const connected = contact && (await findConnectedSession(scope, payload.connectionId));
    if (!connected) return undefined;
    const jid = await getAddress(scope, contact.id);
    const bytes = await connected.session.profilePicture(jid).catch(outboxError);
    const key = bytes ? await storePicture(scope, bytes) : '';
    return (tx) => show(tx, contact.id, key);
  },
  async park() {},
};

/** Re-encoded, so that no bytes of the original are served; '' when it is no picture. */
async function storePicture(scope: Scope, bytes: Uint8Array): Promise<string> {
  try {
    const small = await renderSmall(bytes, { width: SIDE, height: SIDE, fit: 'cover', quality: 80 });
    return (await scope.kernel.storage.save(scope.companyId, small.bytes, 'jpg')).key;
  } catch (error) {
    scope.log.debug({ err: error }, 'a profile picture could not be read');
    return '';
  }
}

async function show(tx: Scope, contactId: number, key: string): Promise<void> {
  const contact = await contactById(tx.db, { contactId });
  if (!contact) return key ? removeMediaAfter(tx, [key]) : undefined;
  if (key === '' && contact.picturePath === '') return;
  if (contact.picturePath) removeMediaAfter(tx, [contact.picturePath]);
  await tx.db.update(contacts).set({ picturePath: key }).where(eq(contacts.id, contactId));
  tx.emit('contact.updated', { contactId });
}

/** Undefined also when the reader may not see contacts. */
export async function findPicture(scope: Scope, key: string): Promise<Medium | undefined> {
  if (!canReadContacts(scope.actor)) return undefined;
  const [contact] = await pictured(scope.db, { key });
  return contact && { mime: 'image/jpeg', name: null };
}

const pictured = tenantStatement((db) =>
  db
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.picturePath, sql.placeholder('key'))),
);
