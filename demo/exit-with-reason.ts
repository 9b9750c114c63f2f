import { ConfigError, StartRefused } from '@/core/errors.ts';
import { NotADemo } from './demo-folder.ts';

export function exitWithReason(error: unknown): never {
  if (!(error instanceof ConfigError || error instanceof StartRefused || error instanceof NotADemo))
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
