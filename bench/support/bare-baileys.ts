/** Baileys with its keys in one SQLite file (WAL, every commit synced). Its QR text is in a file next to it. */
import makeWASocket, {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataTypeMap,
  WA_CERT_DETAILS,
} from '@whiskeysockets/baileys';
import Database from 'libsql';
import pino from 'pino';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

installConsoleFilter();
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(process.env.WHATSAPP_ROOT_KEY ?? '', 'base64');
const database = new Database(process.env.BARE_FILE ?? ':memory:');
database.exec('PRAGMA journal_mode = WAL');
database.exec('PRAGMA synchronous = FULL');
database.exec('CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
const read = database.prepare('SELECT value FROM keys WHERE name = ?');
const write = database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?)');
const remove = database.prepare('DELETE FROM keys WHERE name = ?');
const load = (name: string) => {
  const row = read.get(name) as { value: string } | undefined;
  return row ? JSON.parse(row.value, BufferJSON.reviver) : undefined;
};
const save = (name: string, value: unknown) => write.run(name, JSON.stringify(value, BufferJSON.replacer));

function open(): void {
  const creds: AuthenticationCreds = load('creds') ?? initAuthCreds();
  const socket = makeWASocket({
    auth: {
      creds,
      keys: {
        get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
          const found: Record<string, SignalDataTypeMap[T]> = {};
          for (const id of ids) {
            const value = load(`${type} ${id}`);
            if (value === undefined) continue;
            found[id] =
              type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
          }
          return found;
        },
        set: (data) => {
          database.transaction(() => {
            for (const [type, rows] of Object.entries(data)) {
              for (const [id, value] of Object.entries(rows ?? {})) {
                if (value === null) remove.run(`${type} ${id}`);
                else save(`${type} ${id}`, value);
              }
            }
          })();
        },
      },
    },
    logger: pino({ level: 'silent' }),
    waWebSocketUrl: process.env.WHATSAPP_SOCKET_URL ?? '',
    syncFullHistory: false,
  });
  socket.ev.on('creds.update', (changes) => {
    save('creds', Object.assign(creds, changes));
  });
  socket.ev.on('connection.update', ({ connection, qr }) => {
    if (qr) void Bun.write(`${process.env.BARE_FILE}.qr`, qr);
    if (connection === 'close') open();
  });
}

open();
