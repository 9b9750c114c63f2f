/** Passes on output and the signals that stop this process. Returns the exit code. */
export async function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const [program = '', ...args] = command;
  const child = Bun.spawn([program === 'bun' ? process.execPath : program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  return child.exited;
}
