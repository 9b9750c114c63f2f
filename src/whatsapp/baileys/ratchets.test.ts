import { afterAll, describe, expect, test } from 'bun:test';
import { AsyncResource } from 'node:async_hooks';
import {
  addTransactionCapability,
  Curve,
  generateSignalPubKey,
  initAuthCreds,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys';
import { yieldToLoop } from '@/kernel/clock.ts';
import { installConsoleFilter } from '../console-filter.ts';
import { silent } from '../simulator/signal-store.ts';
import { guardedRatchets } from './ratchets.ts';

// libsignal prints the sessions it closes.
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

type Sealed = { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array };
const seal = (from: Account, to: Account, text: string): Promise<Sealed> =>
  from.repository.encryptMessage({ jid: to.jid, data: Buffer.from(text) });
const open = async (to: Account, from: Account, { type, ciphertext }: Sealed) =>
  Buffer.from(
    await to.repository.decryptMessage({ jid: from.jid, type, ciphertext: Buffer.from(ciphertext) }),
  ).toString();

async function conversation(): Promise<{ desk: Account; phone: Account }> {
  const desk = account('111');
  const phone = account('222');
  await openSession(phone, desk);
  await open(desk, phone, await seal(phone, desk, 'hello'));
  await open(phone, desk, await seal(desk, phone, 'hi'));
  return { desk, phone };
}

const tell = async (from: Account, to: Account, text: string) =>
  expect(await open(to, from, await seal(from, to, text))).toBe(text);

describe('in a group', () => {
  const group = '1@g.us';
  const shareKey = async (from: Account, to: Account) => {
    const key = await from.repository.getSenderKeyDistributionMessage({ group, meId: from.jid });
    const item = { groupId: group, axolotlSenderKeyDistributionMessage: key };
    await to.repository.processSenderKeyDistributionMessage({ item, authorJid: from.jid });
  };
  const sealForAll = async (from: Account, text: string) => {
    const data = Buffer.from(text);
    return (await from.repository.encryptGroupMessage({ group, meId: from.jid, data })).ciphertext;
  };
  const openOne = async (to: Account, from: Account, msg: Uint8Array) =>
    Buffer.from(await to.repository.decryptGroupMessage({ group, authorJid: from.jid, msg })).toString();

  test('a message that comes twice is refused as used; what was overtaken is read', async () => {
    const { desk, phone } = await conversation();
    await shareKey(phone, desk);
    const [first, second, third] = [
      await sealForAll(phone, 'one'),
      await sealForAll(phone, 'two'),
      await sealForAll(phone, 'three'),
    ];
    expect(await openOne(desk, phone, first)).toBe('one');
    expect(await openOne(desk, phone, third)).toBe('three');
    for (const used of [first, third])
      await expect(openOne(desk, phone, used)).rejects.toThrow('Key used already or never filled');
    expect(await openOne(desk, phone, second)).toBe('two');
    await expect(openOne(desk, phone, second)).rejects.toThrow('Key used already or never filled');
    await shareKey(phone, desk);
    await expect(openOne(desk, phone, first)).rejects.toThrow('Key used already or never filled');
    expect(await openOne(desk, phone, await sealForAll(phone, 'four'))).toBe('four');
  });

  test('a message older than the key we were given was never read: it is asked for again', async () => {
    const { desk, phone } = await conversation();
    await shareKey(phone, account('333'));
    const before = [await sealForAll(phone, 'one'), await sealForAll(phone, 'two')];
    await shareKey(phone, desk);
    expect(await openOne(desk, phone, await sealForAll(phone, 'three'))).toBe('three');
    for (const never of before) await expect(openOne(desk, phone, never)).rejects.toThrow('old counter');
  });

  test('who holds our key is noted when it has left, and not over a wish for it that came meanwhile', async () => {
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

  test('a forged signature is no message that came twice', async () => {
    const { desk, phone } = await conversation();
    await shareKey(phone, desk);
    const message = await sealForAll(phone, 'one');
    expect(await openOne(desk, phone, message)).toBe('one');
    const forged = Buffer.from(message);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    await expect(openOne(desk, phone, forged)).rejects.toThrow('signature');
  });
});

describe('ratchets', () => {
  test('a message of the former session, still on its way, does not spoil the new one', async () => {
    const { desk, phone } = await conversation();
    const late = [await seal(phone, desk, 'late 1'), await seal(phone, desk, 'late 2')];
    await openSession(desk, phone);
    await tell(desk, phone, 'in the new session');
    for (const message of late) expect(await open(desk, phone, message)).toMatch(/^late/);
    await tell(desk, phone, 'and again');
    await tell(phone, desk, 'and back');
    await tell(desk, phone, 'and on');
  });

  test('a message that comes twice is refused as used, and nothing else suffers', async () => {
    const { desk, phone } = await conversation();
    await openSession(desk, phone);
    const message = await seal(phone, desk, 'once');
    expect(await open(desk, phone, message)).toBe('once');
    const before = JSON.stringify(desk.rows.get('session 222_1.0'));
    await expect(open(desk, phone, message)).rejects.toThrow('Key used already or never filled');
    expect(JSON.stringify(desk.rows.get('session 222_1.0'))).toBe(before);
    await tell(phone, desk, 'next');
  });

  test('messages that overtake each other are all read', async () => {
    const { desk, phone } = await conversation();
    const first = await seal(phone, desk, 'first');
    await tell(phone, desk, 'second');
    await tell(desk, phone, 'a turn');
    await tell(phone, desk, 'third');
    expect(await open(desk, phone, first)).toBe('first');
  });

  test('a long conversation leaves a short record', async () => {
    const { desk, phone } = await conversation();
    for (let n = 0; n < 60; n += 1) {
      if (n % 20 === 0) await openSession(desk, phone);
      await tell(desk, phone, `question ${n}`);
      await tell(phone, desk, `answer ${n}`);
    }
    for (let n = 0; n < 60; n += 1) {
      await tell(desk, phone, `question ${n}`);
      await tell(phone, desk, `answer ${n}`);
    }
    const record = desk.rows.get('session 222_1.0') as { _sessions: Record<string, { _chains: object }> };
    const sessions = Object.values(record._sessions);
    for (const session of sessions) expect(Object.keys(session._chains).length).toBeLessThanOrEqual(24);
  });

  test('what cannot be read is an error and changes nothing', async () => {
    const { desk, phone } = await conversation();
    const message = await seal(phone, desk, 'spoiled');
    const spoiled = Buffer.from(message.ciphertext);
    spoiled[spoiled.length - 1] = (spoiled.at(-1) ?? 0) ^ 1;
    await expect(open(desk, phone, { ...message, ciphertext: spoiled })).rejects.toThrow();
    expect(await open(desk, phone, message)).toBe('spoiled');
  });

  test('inside the transaction of a send, the ratchet is written before the ciphertext is handed on', async () => {
    const { desk, phone } = await conversation();
    const keys: SignalKeyStoreWithTransaction = desk.keys;
    await keys.transaction(async () => {
      const before = structuredClone(desk.rows.get('session 222_1.0'));
      const message = await seal(desk, phone, 'on its way');
      expect(desk.rows.get('session 222_1.0')).not.toEqual(before);
      await tell(phone, desk, 'meanwhile');
      expect(await open(phone, desk, message)).toBe('on its way');
    }, desk.creds.me.id);
    await tell(phone, desk, 'later');
    await tell(desk, phone, 'later, too');
  });

  test('sends take turns; one that fails does not hold up the next', async () => {
    const { desk } = await conversation();
    const order: string[] = [];
    const send = (name: string, fails = false) =>
      desk.keys.transaction(async () => {
        order.push(`${name} begins`);
        // The other would begin now, if it could.
        await yieldToLoop();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
      }, desk.creds.me.id);
    const results = await Promise.allSettled([send('a', true), send('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('a send that never ends holds up the others for a moment only', async () => {
    const { desk } = await conversation();
    void desk.keys.transaction(() => new Promise<never>(() => {}), desk.creds.me.id);
    expect(await desk.keys.transaction(async () => 'sent', desk.creds.me.id)).toBe('sent');
  });
});

test('two connections with one customer, heard and answered at the same moment, move their ratchets each', async () => {
  const lines = [await conversation(), await conversation(), await conversation()];
  const talk = async ({ desk, phone }: (typeof lines)[number], pause: number) => {
    for (let round = 0; round < 10; round += 1) {
      await tell(phone, desk, `asked ${round}`);
      for (let n = 0; n < pause; n += 1) await Promise.resolve();
      await tell(desk, phone, `answered ${round}`);
    }
  };
  await Promise.all(lines.map((line, n) => talk(line, n)));
  type Chains = Record<string, { messageKeys: object; chainKey: { counter: number } }>;
  type Kept = { _sessions: Record<string, { _chains: Chains }> };
  const chains = lines
    .flatMap(({ desk, phone }) => [desk, phone])
    .flatMap(({ rows }) => [...rows].filter(([key]) => key.startsWith('session ')))
    .flatMap(([, kept]) => Object.values((kept as Kept)._sessions))
    .flatMap(({ _chains }) => Object.values(_chains));
  // A key that was used is gone, and each answer begins a chain.
  expect(chains.filter(({ messageKeys }) => Object.keys(messageKeys).length > 0)).toEqual([]);
  expect(chains.filter(({ chainKey }) => chainKey.counter > 1)).toEqual([]);
});
