import Database from 'libsql';

export type LockHolder = {
  run(sql: string): Promise<void>;
  end(): Promise<void>;
};

export function startLockHolder(path: string): LockHolder {
  const child = Bun.spawn([process.execPath, import.meta.path, path], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const answers = linesOf(child.stdout);
  return {
    async run(sql) {
      child.stdin.write(`${sql}\n`);
      await child.stdin.flush();
      const { value } = await answers.next();
      if (value !== 'ok') throw new Error(`${sql}: ${value}`);
    },
    async end() {
      await child.stdin.end();
      await child.exited;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

if (import.meta.main) {
  const database = new Database(process.argv[2] ?? '');
  for await (const sql of console) {
    try {
      database.exec(sql);
      process.stdout.write('ok\n');
    } catch (error) {
      process.stdout.write(`${error}\n`);
    }
  }
  database.close();
}
