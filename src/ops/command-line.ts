import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError, codeOf, StartRefused } from '@/core/errors.ts';
import { BackupFailure, RestoreRefused } from '@/ops/backup/backup-failure.ts';
import { DoctorRefused } from '@/ops/doctor/finding.ts';

type CommandLine<T extends ParseArgsOptionsConfig> = {
  usage: string;
  options: T;
  arguments?: string[];
  /** Exit code of a wrong call and of a failure; 1 by default. */
  failure?: number;
};

class WrongCall extends Error {}

const EXPECTED = [WrongCall, BackupFailure, ConfigError, DoctorRefused, RestoreRefused, StartRefused];

/** Runs a command; --help prints the usage, a wrong call and an expected failure a sentence without a stack. */
export async function runCommand<const T extends ParseArgsOptionsConfig>(
  { usage, options, arguments: required = [], failure = 1 }: CommandLine<T>,
  run: (
    values: ReturnType<typeof parseArgs<{ options: T }>>['values'],
    positionals: string[],
  ) => Promise<void>,
): Promise<void> {
  process.umask(0o077);
  try {
    const call = parsed(options);
    if ('help' in call.values && call.values.help) return void process.stdout.write(usage);
    const missing = required[call.positionals.length];
    if (missing) throw new WrongCall(`${missing} is missing.`);
    const extra = call.positionals[required.length];
    if (extra !== undefined) throw new WrongCall(`Unexpected argument '${extra}'.`);
    await run(call.values, call.positionals);
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    const { message } = error as Error;
    process.stderr.write(error instanceof WrongCall ? `${message}\n\n${usage}` : `${message}\n`);
    process.exit(failure);
  }
}

export function refuseCall(reason: string): never {
  throw new WrongCall(reason);
}

/** Content of the file that an option names; - is standard input. */
export function readNamedFile(option: string, path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    throw new StartRefused(`${option}: ${path} ${isMissing ? 'is not there' : 'cannot be read'}.`);
  }
}

function parsed<T extends ParseArgsOptionsConfig>(options: T) {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    return refuseCall(`${sentence}.`);
  }
}
