import { afterAll, describe, expect, test } from 'bun:test';
import { AsyncResource } from 'node:async_hooks';
import { silent } from '@demo/whatsapp/phone/signal-store.ts';
import {
  addTransactionCapability,
  Curve,
  generateSignalPubKey,
  initAuthCreds,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys';
import { yieldToLoop } from '@/core/clock.ts';
import { installConsoleFilter } from '../../console-filter.ts';
import { guardedRatchets } from './ratchets.ts';

afterAll(installConsoleFilter());

type Rows = Map<string, unknown>;

function account(name: string) {
  const rows: Rows = new Map();
  const store = {
    get: async (type: string, ids: string[]) =>
      Object.fromEntries(
        ids.flatMap((id) => (rows.has(`${type} ${id}`) ? [[id, rows.get(`${type} ${id}`)]] : [])),
      ) as never,
    set: async (data: SignalDataSet) => {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null) rows.delete(`${type} ${id}`);
          else rows.set(`${type} ${id}`, structuredClone(value));
        }
      }
    },
  };
  const creds = { ...initAuthCreds(), registrationId: 7, me: { id: `${name}:1@s.whatsapp.net` } };
  const keys = addTransactionCapability(store, silent, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  const { repository } = guardedRatchets({ creds, keys }, silent);
  return { jid: `${name}@lid`, rows, keys, creds, repository };
}
type Account = ReturnType<typeof account>;

let nextKey = 1;

async function openSession(from: Account, to: Account): Promise<void> {
  const id = nextKey++;
  const pair = Curve.generateKeyPair();
  await to.keys.set({ 'pre-key': { [id]: pair } });
  const { signedPreKey, signedIdentityKey, registrationId } = to.creds;
  await from.repository.injectE2ESession({
    jid: to.jid,
    session: {
      registrationId,
      identityKey: generateSignalPubKey(signedIdentityKey.public),
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: generateSignalPubKey(signedPreKey.keyPair.public),
        signature: signedPreKey.signature,
      },
      preKey: { keyId: id, publicKey: generateSignalPubKey(pair.public) },
    },
  });
}

type Encrypted = { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array };
const encrypt = (from: Account, to: Account, text: string): Promise<Encrypted> =>
  from.repository.encryptMessage({ jid: to.jid, data: Buffer.from(text) });
const open = async (to: Account, from: Account, { type, ciphertext }: Encrypted) =>
  Buffer.from(
    await to.repository.decryptMessage({ jid: from.jid, type, ciphertext: Buffer.from(ciphertext) }),
  ).toString();

async function conversation(): Promise<{ account: Account; phone: Account }> {
  const own = account('111');
  const phone = account('222');
  await openSession(phone, own);
  await open(own, phone, await encrypt(phone, own, 'hello'));
  await open(phone, own, await encrypt(own, phone, 'hi'));
  return { account: own, phone };
}

const notify = async (from: Account, to: Account, text: string) =>
  expect(await open(to, from, await encrypt(from, to, text))).toBe(text);

describe('group ratchets', () => {
  const group = '1@g.us';
  const distributeKey = async (from: Account, to: Account) => {
    const key = await from.repository.getSenderKeyDistributionMessage({ group, meId: from.jid });
    const item = { groupId: group, axolotlSenderKeyDistributionMessage: key };
    await to.repository.processSenderKeyDistributionMessage({ item, authorJid: from.jid });
  };
  const encryptForAll = async (from: Account, text: string) => {
    const data = Buffer.from(text);
    return (await from.repository.encryptGroupMessage({ group, meId: from.jid, data })).ciphertext;
  };
  const openOne = async (to: Account, from: Account, msg: Uint8Array) =>
    Buffer.from(await to.repository.decryptGroupMessage({ group, authorJid: from.jid, msg })).toString();

  test('rejects a repeated message as used and decrypts an overtaken one', async () => {
    const { account: own, phone } = await conversation();
    await distributeKey(phone, own);
    const [first, second, third] = [
      await encryptForAll(phone, 'one'),
      await encryptForAll(phone, 'two'),
      await encryptForAll(phone, 'three'),
    ];
    expect(await openOne(own, phone, first)).toBe('one');
    expect(await openOne(own, phone, third)).toBe('three');
    for (const used of [first, third])
      await expect(openOne(own, phone, used)).rejects.toThrow('Key used already or never filled');
    expect(await openOne(own, phone, second)).toBe('two');
    await expect(openOne(own, phone, second)).rejects.toThrow('Key used already or never filled');
    await distributeKey(phone, own);
    await expect(openOne(own, phone, first)).rejects.toThrow('Key used already or never filled');
    expect(await openOne(own, phone, await encryptForAll(phone, 'four'))).toBe('four');
  });

  test('rejects a message older than the received key with an old counter error', async () => {
    const { account: own, phone } = await conversation();
    await distributeKey(phone, account('333'));
    const before = [await encryptForAll(phone, 'one'), await encryptForAll(phone, 'two')];
    await distributeKey(phone, own);
    expect(await openOne(own, phone, await encryptForAll(phone, 'three'))).toBe('three');
    for (const never of before) await expect(openOne(own, phone, never)).rejects.toThrow('old counter');
  });

  test('stores sender key holders after the send unless they were reset meanwhile', async () => {
    const { keys, rows, creds } = account('111');
    const note = (holders: Record<string, boolean> | null) =>
      keys.set({ 'sender-key-memory': { [group]: holders } } as SignalDataSet);
    const noted = () => rows.get(`sender-key-memory ${group}`);
    const send = (work: () => Promise<unknown>) => keys.transaction(work, creds.me.id);
    const noteFromOutside = AsyncResource.bind(note);
    await send(async () => {
      await note({ ana: true });
      expect(noted()).toBeUndefined();
    });
    expect(noted()).toEqual({ ana: true });
    await send(async () => {
      await noteFromOutside(null);
      await note({ ana: true, rui: true });
    });
    expect(noted()).toBeUndefined();
    const cut = send(async () => {
      await note({ ana: true });
      throw new Error('cut');
    });
    await expect(cut).rejects.toThrow('cut');
    expect(noted()).toBeUndefined();
  });

  test('does not treat a forged signature as a repeated message', async () => {
    const { account: own, phone } = await conversation();
    await distributeKey(phone, own);
    const message = await encryptForAll(phone, 'one');
    expect(await openOne(own, phone, message)).toBe('one');
    const forged = Buffer.from(message);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    await expect(openOne(own, phone, forged)).rejects.toThrow('signature');
  });
});

describe('session ratchets', () => {
  test('a late message of the previous session does not break the new one', async () => {
    const { account: own, phone } = await conversation();
    const late = [await encrypt(phone, own, 'late 1'), await encrypt(phone, own, 'late 2')];
    await openSession(own, phone);
    await notify(own, phone, 'in the new session');
    for (const message of late) expect(await open(own, phone, message)).toMatch(/^late/);
    await notify(own, phone, 'and again');
    await notify(phone, own, 'and back');
    await notify(own, phone, 'and on');
  });

  test('rejects a repeated message as used without changing other state', async () => {
    const { account: own, phone } = await conversation();
    await openSession(own, phone);
    const message = await encrypt(phone, own, 'once');
    expect(await open(own, phone, message)).toBe('once');
    const before = JSON.stringify(own.rows.get('session 222_1.0'));
    await expect(open(own, phone, message)).rejects.toThrow('Key used already or never filled');
    expect(JSON.stringify(own.rows.get('session 222_1.0'))).toBe(before);
    await notify(phone, own, 'next');
  });

  test('decrypts messages that arrive out of order', async () => {
    const { account: own, phone } = await conversation();
    const first = await encrypt(phone, own, 'first');
    await notify(phone, own, 'second');
    await notify(own, phone, 'a turn');
    await notify(phone, own, 'third');
    expect(await open(own, phone, first)).toBe('first');
  });

  test('a long conversation leaves a small record', async () => {
    const { account: own, phone } = await conversation();
    for (let n = 0; n < 60; n += 1) {
      if (n % 20 === 0) await openSession(own, phone);
      await notify(own, phone, `question ${n}`);
      await notify(phone, own, `answer ${n}`);
    }
    for (let n = 0; n < 60; n += 1) {
      await notify(own, phone, `question ${n}`);
      await notify(phone, own, `answer ${n}`);
    }
    const record = own.rows.get('session 222_1.0') as { _sessions: Record<string, { _chains: object }> };
    const sessions = Object.values(record._sessions);
    for (const session of sessions) expect(Object.keys(session._chains).length).toBeLessThanOrEqual(24);
  });

  test('a message that cannot be decrypted raises an error and changes nothing', async () => {
    const { account: own, phone } = await conversation();
    const message = await encrypt(phone, own, 'spoiled');
    const spoiled = Buffer.from(message.ciphertext);
    spoiled[spoiled.length - 1] = (spoiled.at(-1) ?? 0) ^ 1;
    await expect(open(own, phone, { ...message, ciphertext: spoiled })).rejects.toThrow();
    expect(await open(own, phone, message)).toBe('spoiled');
  });

  test('writes the ratchet before returning the ciphertext within a send transaction', async () => {
    const { account: own, phone } = await conversation();
    const keys: SignalKeyStoreWithTransaction = own.keys;
    await keys.transaction(async () => {
      const before = structuredClone(own.rows.get('session 222_1.0'));
      const message = await encrypt(own, phone, 'on its way');
      expect(own.rows.get('session 222_1.0')).not.toEqual(before);
      await notify(phone, own, 'meanwhile');
      expect(await open(phone, own, message)).toBe('on its way');
    }, own.creds.me.id);
    await notify(phone, own, 'later');
    await notify(own, phone, 'later, too');
  });

  test('serializes sends, and a failed one does not block the next', async () => {
    const { account: own } = await conversation();
    const order: string[] = [];
    const send = (name: string, fails = false) =>
      own.keys.transaction(async () => {
        order.push(`${name} begins`);
        await yieldToLoop();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
      }, own.creds.me.id);
    const results = await Promise.allSettled([send('a', true), send('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('a send that never ends blocks the others only briefly', async () => {
    const { account: own } = await conversation();
    void own.keys.transaction(() => new Promise<never>(() => {}), own.creds.me.id);
    expect(await own.keys.transaction(async () => 'sent', own.creds.me.id)).toBe('sent');
  });
});

test('ratchets of several connections with one customer advance independently', async () => {
  const lines = [await conversation(), await conversation(), await conversation()];
  const talk = async ({ account: own, phone }: (typeof lines)[number], pause: number) => {
    for (let round = 0; round < 10; round += 1) {
      await notify(phone, own, `asked ${round}`);
      for (let n = 0; n < pause; n += 1) await Promise.resolve();
      await notify(own, phone, `answered ${round}`);
    }
  };
  await Promise.all(lines.map((line, n) => talk(line, n)));
  type Chains = Record<string, { messageKeys: object; chainKey: { counter: number } }>;
  type Stored = { _sessions: Record<string, { _chains: Chains }> };
  const chains = lines
    .flatMap(({ account: own, phone }) => [own, phone])
    .flatMap(({ rows }) => [...rows].filter(([key]) => key.startsWith('session ')))
    .flatMap(([, stored]) => Object.values((stored as Stored)._sessions))
    .flatMap(({ _chains }) => Object.values(_chains));
  expect(chains.filter(({ messageKeys }) => Object.keys(messageKeys).length > 0)).toEqual([]);
  expect(chains.filter(({ chainKey }) => chainKey.counter > 1)).toEqual([]);
});
