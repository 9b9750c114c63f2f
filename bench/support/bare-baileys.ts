/** Baileys with its keys in one SQLite file (WAL, every commit synced). Its QR text is in a file next to it. */
import { Database } from 'bun:sqlite';
import makeWASocket, {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataTypeMap,
  WA_CERT_DETAILS,
} from '@whiskeysockets/baileys';
import pino from 'pino';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

installConsoleFilter();
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(process.env.WHATSAPP_ROOT_KEY ?? '', 'base64');
const database = new Database(process.env.BARE_FILE ?? ':memory:');
database.run('PRAGMA journal_mode = WAL');
database.run('PRAGMA synchronous = FULL');
database.run('CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
const read = database.query('SELECT value FROM keys WHERE name = ?');
const write = database.query('INSERT OR REPLACE INTO keys VALUES (?, ?)');
const remove = database.query('DELETE FROM keys WHERE name = ?');
const load = (name: string) => {
  const row = read.get(name) as { value: string } | null;
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
