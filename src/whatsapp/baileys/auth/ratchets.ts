import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DEFAULT_CONNECTION_CONFIG,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
} from '@whiskeysockets/baileys';
import { createKeyedLimits } from '@/core/queue/keyed-limits.ts';
import { noteHoldersAfterSending } from './key-holders.ts';
import { noteStart, wasRead, writeReadable } from './sender-keys.ts';
import { decryptInOrder, USED_ALREADY } from './signal-record.ts';

export type Ratchets = {
  repository: SignalRepositoryWithLIDStore;
  keys: SignalKeyStoreWithTransaction;
  /** Name of the transaction that guards an account's ratchets, whichever of its addresses is passed. */
  lockOf(jid: string): Promise<string>;
};

/** A send whose answer never comes may block the others only this long. */
const MAX_BATCH_MS = 2_000;

/** Baileys' error for a group message whose key is gone: a duplicate, or a message older than the received key. */
const OLD_COUNTER = /old counter/;

/** libsignal queues by address across connections: work would run outside its own transaction. */
const atLibsignal = createKeyedLimits(Number.POSITIVE_INFINITY);

export function guardedRatchets(...parts: Parameters<SocketConfig['makeSignalRepository']>): Ratchets {
  const [auth] = parts;
  const keys = auth.keys as SignalKeyStoreWithTransaction;
  commitBeforeSending(keys, () => (auth.creds as { me?: { id: string } }).me?.id);
  writeReadable(keys);
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...parts);
  const { encryptMessage, injectE2ESession, decryptMessage } = repository;
  const { decryptGroupMessage, processSenderKeyDistributionMessage } = repository;
  const lockOf = async (jid: string) => {
    const lid = jid.endsWith('@s.whatsapp.net') ? await repository.lidMapping.getLIDForPN(jid) : null;
    return repository.jidToSignalProtocolAddress(lid ?? jid);
  };
  const senderOf = (group: string, jid: string) => {
    const [, user, device] = /^(.*)\.(\d+)$/.exec(repository.jidToSignalProtocolAddress(jid)) ?? [];
    return `${group}::${user}::${device}`;
  };
  const alone = <T>(jid: string, work: () => Promise<T>) =>
    atLibsignal.run(repository.jidToSignalProtocolAddress(jid), work);
  repository.encryptMessage = async (work) =>
    keys.transaction(() => alone(work.jid, () => encryptMessage(work)), await lockOf(work.jid));
  repository.injectE2ESession = async (work) =>
    keys.transaction(() => alone(work.jid, () => injectE2ESession(work)), await lockOf(work.jid));
  repository.decryptMessage = async (work) => {
    const lock = await lockOf(work.jid);
    const decrypt = () => alone(work.jid, () => decryptMessage(work));
    return keys.transaction(
      () => (work.type === 'msg' ? decryptInOrder(keys, lock, work.ciphertext, decrypt) : decrypt()),
      lock,
    );
  };
  repository.processSenderKeyDistributionMessage = async (work) => {
    const group = work.item.groupId;
    if (!group) return processSenderKeyDistributionMessage(work);
    await keys.transaction(async () => {
      await processSenderKeyDistributionMessage(work);
      await noteStart(keys, senderOf(group, work.authorJid));
    }, group);
  };
  repository.decryptGroupMessage = async (work) => {
    try {
      return await decryptGroupMessage(work);
    } catch (error) {
      const isOld = error instanceof Error && OLD_COUNTER.test(error.message);
      if (isOld && (await wasRead(keys, senderOf(work.group, work.authorJid), work.msg)))
        throw new Error(USED_ALREADY);
      throw error;
    }
  };
  return { repository, keys, lockOf };
}

/** Baileys writes ratchets after sending; here before, so that a kill never reuses a key. */
function commitBeforeSending(keys: SignalKeyStoreWithTransaction, me: () => string | undefined): void {
  const { transaction } = keys;
  const noting = noteHoldersAfterSending(keys);
  const turn = new AsyncLocalStorage<true>();
  let tail: Promise<unknown> = Promise.resolve();
  keys.transaction = (work, key) => {
    if (key !== me() || keys.isInTransaction()) return transaction(work, key);
    if (turn.getStore()) return work();
    const run = tail.then(() => {
      const sending = turn.run(true, () => noting(work));
      return { sending, isOver: atMost(MAX_BATCH_MS, sending) };
    });
    tail = run.then(({ isOver }) => isOver);
    return run.then(({ sending }) => sending);
  };
}

function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
