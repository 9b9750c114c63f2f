import {
  type AddressBookEntry,
  type OutboundMessage,
  SendError,
  type SessionState,
  type SessionTarget,
  type WhatsApp,
  type WhatsAppSession,
} from '@/whatsapp/port.ts';

export type FakeWhatsApp = WhatsApp & {
  sent: (OutboundMessage & { target: SessionTarget })[];
  read: { id: string; chatJid: string }[];
  calls: string[];
  checked: string[];
  registered: Map<string, { jid: string; lid: string | null } | null>;
  pictures: Map<string, Uint8Array>;
  subjects: Map<string, string>;
  addressBook: AddressBookEntry[];
  presences: string[];
  become(target: SessionTarget, state?: Partial<SessionState>): void;
  /** In order; null succeeds. */
  fail(...errors: (SendError | null)[]): void;
  /** Null makes the download fail for good. */
  media: Uint8Array | null;
};

const CONNECTED: SessionState = {
  status: 'CONNECTED',
  qrcode: '',
  pairingCode: '',
  retries: 0,
  trouble: null,
  number: '5511900000000',
};

export function createFakeWhatsApp(): FakeWhatsApp {
  const states = new Map<string, SessionState>();
  const failures: (SendError | null)[] = [];
  const keyOf = ({ companyId, connectionId }: SessionTarget) => `${companyId}:${connectionId}`;
  const note = (what: string) => async (target: SessionTarget) => {
    fake.calls.push(`${what} ${keyOf(target)}`);
  };
  const fake: FakeWhatsApp = {
    sent: [],
    read: [],
    calls: [],
    checked: [],
    registered: new Map(),
    pictures: new Map(),
    subjects: new Map(),
    addressBook: [],
    presences: [],
    media: new Uint8Array([1, 2, 3]),
    become(target, state = {}) {
      states.set(keyOf(target), { ...CONNECTED, ...state });
    },
    fail(...errors) {
      failures.push(...errors);
    },
    start: note('start'),
    renew: note('renew'),
    async requestPairingCode(target, number) {
      await note(`pair ${number}`)(target);
      return 'ABCD1234';
    },
    async logout(target, trouble) {
      fake.calls.push(['logout', keyOf(target), ...(trouble ? [trouble] : [])].join(' '));
      states.delete(keyOf(target));
    },
    async stop(target) {
      await note('stop')(target);
      states.delete(keyOf(target));
    },
    async stopCompany(companyId) {
      const own = fake.states().filter((state) => state.companyId === companyId);
      await Promise.all(own.map((target) => fake.stop(target)));
    },
    async stopAll() {
      states.clear();
    },
    states: () =>
      [...states].map(([key, state]) => {
        const [companyId = 0, connectionId = 0] = key.split(':').map(Number);
        return { companyId, connectionId, ...state };
      }),
    find(target) {
      const state = states.get(keyOf(target));
      return state && sessionOf(target, state);
    },
  };

  function sessionOf(target: SessionTarget, state: SessionState): WhatsAppSession {
    return {
      state,
      async send(message) {
        const failure = failures.shift();
        if (failure) throw failure;
        fake.sent.push({ ...message, target });
        return { raw: Buffer.from(message.id).toString('base64') };
      },
      async markRead(keys) {
        fake.read.push(...keys);
      },
      async sendPresence(jid, state) {
        fake.presences.push(`${state} ${jid}`);
      },
      async subscribePresence(jid) {
        fake.presences.push(`subscribe ${jid}`);
      },
      async download(_ticket, path) {
        if (!fake.media) throw new SendError('gone', false);
        await Bun.write(path, fake.media);
        return { size: fake.media.length };
      },
      async check(numbers) {
        fake.checked.push(...numbers);
        return numbers.map((number) => {
          const known = fake.registered.get(number);
          return known === undefined ? { jid: `${number}@s.whatsapp.net`, lid: null } : known;
        });
      },
      async profilePicture(jid) {
        return fake.pictures.get(jid) ?? null;
      },
      async setBlocked(jids, blocked) {
        fake.calls.push(`${blocked ? 'block' : 'unblock'} ${jids.join(' ')} ${keyOf(target)}`);
      },
      async contacts() {
        return fake.addressBook;
      },
      async groupSubject(jid) {
        return fake.subjects.get(jid) ?? null;
      },
      async rejectCall() {},
    };
  }

  return fake;
}
