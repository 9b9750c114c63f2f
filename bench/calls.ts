/**
 * `bun bench/calls.ts [name …]`: the server over HTTP beside a bare server with the same rows, each in its own
 * process. Reads and sign-ins are compared by processor time, as a bare server may use both cores; changes by time,
 * because they wait for the disk.
 */
import { parseArgs } from 'node:util';
import { logins } from '@db/platform/schema/index.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { issueToken } from '@/modules/auth/sessions/access-tokens.logic.ts';
import { findSessionActor, startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { hashPassword } from '@/modules/users/passwords.state.ts';
import { type Recorded, recordReads } from './support/bare-sql.ts';
import { type Line, main, share } from './support/report.ts';
import { ADMIN, type SeededApp, SMALL, seededApp } from './support/seeded.ts';
import { loadAlternately, requestText, serveApp, serveBare } from './support/under-load.ts';
import { addWork } from './support/work.ts';

const READS: Record<string, { what: string; atLeast: number | null; paths: string[] }> = {
  list: {
    what: 'GET /tickets as JSON, page of 40',
    atLeast: 0.5,
    paths: ['/tickets?status=open&showAll=true'],
  },
  messages: {
    what: 'GET /messages/:ticket, 20, of any of 400 tickets, marked as read',
    atLeast: 0.5,
    paths: Array.from({ length: 400 }, (_, n) => `/messages/${1 + ((n * 37) % 5_000)}`),
  },
  kanban: {
    what: 'GET /ticket/kanban, five columns',
    atLeast: 0.5,
    paths: ['/ticket/kanban?queueIds=[]'],
  },
  items: {
    what: 'GET /contact-list-items, any of 10 pages of a list of 10,000',
    // Its two statements take 0.07 ms: the ratio is the price of any request.
    atLeast: null,
    paths: Array.from({ length: 10 }, (_, n) => `/contact-list-items?contactListId=1&pageNumber=${n + 1}`),
  },
  search: {
    what: 'GET /tickets, search for a name',
    atLeast: null,
    paths: [
      '/tickets?searchParam=maria%20silva',
      '/tickets?searchParam=conceicao',
      '/tickets?searchParam=rui',
    ],
  },
  word: {
    what: 'GET /tickets, search for a frequent word',
    atLeast: null,
    paths: ['pedido', 'favor', 'entrega', 'boleto'].map((word) => `/tickets?searchParam=${word}`),
  },
  contacts: {
    what: 'GET /contacts, search for a beginning',
    atLeast: null,
    paths: ['/contacts?searchParam=mar&pageNumber=1'],
  },
  settings: { what: 'GET /settings', atLeast: null, paths: ['/settings'] },
};

/** Every PUT must change something, so each pass assigns the tickets to another person. */
const CHANGED = 1_500;
const HOLDERS = [2, 3, 4];

export async function runCalls(
  chosen: string[] = parseArgs({ allowPositionals: true }).positionals,
): Promise<Line[]> {
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const seeded = await seededApp(SMALL);
  await addWork((await seeded.dependencies.kernel.tenants.open(1)).client, SMALL);
  const names = Object.keys(READS).filter(isChosen);
  const reads = new Map<string, Recorded[][]>();
  for (const name of names) reads.set(name, await recordAll(seeded, READS[name]?.paths ?? []));
  const bearer = await tokenOf(seeded);
  const tickets = await openTickets(seeded);
  const hash = await hashPassword(ADMIN.password);
  const agents = await letAgentsIn(seeded, hash);
  await seeded.dependencies.stop();

  const lines: Line[] = [];
  const served = await serveApp(seeded.dataDir);
  const compare = async (name: string, what: string, by: Measure, atLeast: number | null, calls: Calls) => {
    const bare = await serveBare(seeded.dataDir, {
      file: seeded.file,
      reads: reads.get(name) ?? [],
      ...calls.bare,
    });
    const [ours, theirs] = await loadAlternately(
      { of: served, requests: calls.ours, connections: calls.connections },
      { of: bare, requests: calls.theirs, connections: calls.connections },
    );
    await bare.stop();
    const line = share(what, ours[by], theirs[by], UNITS[by], atLeast ?? 0);
    lines.push(atLeast === null ? { ...line, budget: '–', isMet: null } : line);
    process.stderr.write(
      `${name}: ${ours.kilobytes.toFixed(1)} KB against ${theirs.kilobytes.toFixed(1)} KB; p95 ${ours.p95.toFixed(1)} ms against ${theirs.p95.toFixed(1)} ms\n`,
    );
  };
  for (const name of names) {
    const { what, atLeast, paths } = READS[name] ?? { what: name, atLeast: null, paths: [] };
    const ours = paths.map((path) => requestText('GET', path, bearer));
    const theirs = paths.map((_, n) => requestText('GET', `/${n}`));
    await compare(name, what, 'perCpuSecond', atLeast, { ours, theirs });
  }
  if (isChosen('put')) {
    const bodies = HOLDERS.flatMap((userId) => tickets.map((id) => ({ id, userId })));
    await compare('put', 'PUT /tickets/:id, changing its holder, against one commit', 'perSecond', 0.25, {
      ours: bodies.map(({ id, userId }) =>
        requestText('PUT', `/tickets/${id}`, bearer, { status: 'open', userId, queueId: 1 }),
      ),
      theirs: bodies.map((body) => requestText('PUT', '/0', {}, body)),
      bare: {
        change: 'UPDATE tickets SET user_id = ?, updated_at = updated_at + 1 WHERE id = ? RETURNING *',
      },
    });
  }
  // Last, because a login ends the person's earlier session; many people, so that logins do not collide.
  if (isChosen('login')) {
    await compare('login', 'login, against its hash', 'perCpuSecond', 0.8, {
      ours: agents.map((agent) => requestText('POST', '/auth/login', {}, agent)),
      theirs: [requestText('POST', '/0')],
      bare: { login: { password: ADMIN.password, hash } },
      connections: 4,
    });
  }
  await served.stop();
  await seeded.remove();
  return lines;
}

type Measure = 'perSecond' | 'perCpuSecond';
const UNITS: Record<Measure, string> = { perSecond: 'req/s', perCpuSecond: 'req/cpu s' };

type Calls = {
  ours: string[];
  theirs: string[];
  bare?: { change?: string; login?: { password: string; hash: string } };
  connections?: number;
};

async function recordAll({ ask }: SeededApp, paths: string[]): Promise<Recorded[][]> {
  const reads: Recorded[][] = [];
  for (const path of paths)
    reads.push(
      await recordReads(async () => {
        const reply = await ask(path);
        if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
        await reply.text();
      }),
    );
  return reads;
}

async function tokenOf({ dependencies: { kernel } }: SeededApp): Promise<{ Authorization: string }> {
  const session = await startSession(kernel, 1, 1);
  const actor = await findSessionActor(kernel, fingerprint(session));
  if (!actor) throw new Error('nobody is signed in');
  return { Authorization: `Bearer ${issueToken(kernel, actor)}` };
}

async function letAgentsIn({ dependencies: { kernel } }: SeededApp, hash: string): Promise<(typeof ADMIN)[]> {
  const { client } = await kernel.tenants.open(1);
  await client.execute({ sql: 'UPDATE users SET password_hash = ? WHERE id > 1', args: [hash] });
  const { rows } = await client.execute('SELECT id, email FROM users WHERE id > 1');
  const people = rows.map((row) => ({ userId: Number(row.id), email: String(row.email) }));
  await kernel.platform.db.insert(logins).values(people.map((person) => ({ companyId: 1, ...person })));
  return people.map(({ email }) => ({ email, password: ADMIN.password }));
}

async function openTickets({ dependencies }: SeededApp): Promise<number[]> {
  const { client } = await dependencies.kernel.tenants.open(1);
  const { rows } = await client.execute(
    `SELECT id FROM tickets WHERE status = 'open' ORDER BY id LIMIT ${CHANGED}`,
  );
  return rows.map((row) => Number(row.id));
}

if (import.meta.main) await main(runCalls);
