/** Runs a command in our place: its output is ours, and so are the signals that stop it. Returns its exit code. */
export async function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const [program = '', ...args] = command;
  const child = Bun.spawn([program === 'bun' ? process.execPath : program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  return child.exited;
}
