/** `bun bench/support/bare-server.ts <bare.json>`: prepared statements and JSON, nothing else. Prints its port. */
import Native from 'libsql';

type Read = { file: string; sql: string; args: unknown[] };
export type Bare = {
  file: string;
  reads: Read[][];
  change?: string;
  login?: { password: string; hash: string };
};

const bare: Bare = await Bun.file(process.argv[2] ?? '').json();
const databases = new Map<string, InstanceType<typeof Native>>();
const prepared = new Map<string, Native.Statement>();
const statement = ({ file, sql }: Read) => {
  const database = databases.get(file) ?? new Native(file);
  databases.set(file, database);
  const key = `${file} ${sql}`;
  const known = prepared.get(key) ?? database.prepare(sql);
  prepared.set(key, known);
  return known;
};
const pages = bare.reads.map((reads) => reads.map((read) => ({ of: statement(read), args: read.args })));

const writer = new Native(bare.file, { timeout: 5_000 });
writer.exec('PRAGMA synchronous = FULL');
const [begin, commit] = ['BEGIN IMMEDIATE', 'COMMIT'].map((sql) => writer.prepare(sql));
const change = bare.change === undefined ? undefined : writer.prepare(bare.change);

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const n = Number(new URL(request.url).pathname.slice(1));
    switch (request.method) {
      case 'PUT': {
        const { id, userId } = (await request.json()) as { id: number; userId: number };
        begin?.run();
        const row = change?.all([userId, id]);
        commit?.run();
        return Response.json(row);
      }
      case 'POST': {
        const { password, hash } = bare.login ?? { password: '', hash: '' };
        return Response.json(await Bun.password.verify(password, hash));
      }
      default: {
        const page = pages[n % pages.length] ?? [];
        return Response.json(page.map(({ of, args }) => of.all(args)));
      }
    }
  },
});
process.stdout.write(`${server.port}\n`);
