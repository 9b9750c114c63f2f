import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { recordSessionState } from '@/modules/connections/connection-sessions.service.ts';
import { recordRestriction } from '@/modules/connections/restriction.service.ts';
import { followPhone } from '@/modules/contacts/block.service.ts';
import { resolveContact } from '@/modules/contacts/identities/identities.service.ts';
import { mayCall } from '@/modules/messages/receive/answer-call.service.ts';
import { applyReceipts } from '@/modules/messages/send/apply-receipts.service.ts';
import { publishPresence } from '@/modules/tickets/presence/publish-presence.service.ts';
import type { SessionListener, SessionTarget } from '@/whatsapp/port.ts';
import { findSent } from './find-sent.queries.ts';
import { receiveMessages } from './receive-messages.service.ts';

export function createInbox(kernel: () => Kernel): SessionListener {
  const scopeOf = ({ companyId }: SessionTarget): Promise<Scope> => systemScope(kernel(), companyId);
  return {
    async onState(target, state) {
      const { services, stopping } = kernel();
      if (stopping.aborted || services.pausing.has(target.companyId)) return;
      await recordSessionState(await scopeOf(target), target.connectionId, state);
    },
    async onMessages(target, batch, journal) {
      const { ticks, services } = kernel();
      const since = ticks();
      await receiveMessages(await scopeOf(target), target.connectionId, batch, journal);
      for (const _ of batch) services.messageTimes.stored.observe((ticks() - since) / 1_000);
    },
    async onReceipts(target, receipts) {
      return applyReceipts(await scopeOf(target), target.connectionId, receipts);
    },
    async onPresence(target, chatJid, author, state) {
      await publishPresence(await scopeOf(target), target.connectionId, chatJid, author, state);
    },
    async onIdentities(target, pairs) {
      const scope = await scopeOf(target);
      for (const { pn, lid } of pairs) await learnIdentity(scope, target.connectionId, pn, lid);
    },
    async onGroup(target, { jid, subject }) {
      await learnGroup(await scopeOf(target), target.connectionId, jid, subject);
    },
    async onBlocks(target, blocks) {
      await followPhone(await scopeOf(target), target.connectionId, blocks);
    },
    async onRestriction(target, until) {
      await recordRestriction(await scopeOf(target), target.connectionId, until);
    },
    async mayRing(target) {
      return mayCall(await scopeOf(target));
    },
    async findSent(target, chat, id) {
      return findSent(await scopeOf(target), target.connectionId, chat, id);
    },
  };
}

async function learnIdentity(scope: Scope, connectionId: number, pn: string, lid: string): Promise<void> {
  const isKnown = await scope.db.query.contactIdentities.findFirst({
    where: (t, { inArray }) => inArray(t.jid, [pn, lid]),
  });
  if (!isKnown) return;
  await scope.write((tx) =>
    resolveContact(tx, { jid: pn, identity: { pn, lid }, isGroup: false, name: '', connectionId }),
  );
}

async function learnGroup(scope: Scope, connectionId: number, jid: string, subject: string): Promise<void> {
  const isKnown = await scope.db.query.contactIdentities.findFirst({
    where: (t, { eq }) => eq(t.jid, jid),
  });
  if (!isKnown) return;
  await scope.write((tx) =>
    resolveContact(tx, {
      jid,
      identity: { pn: null, lid: null },
      isGroup: true,
      name: subject,
      connectionId,
    }),
  );
}
