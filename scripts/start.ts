/** `bun run start`: builds what browsers need when it is missing, then becomes the desk. */
import { buildIfNeeded } from './build-if-needed.ts';
import { run } from './run.ts';

await buildIfNeeded();
process.exit(await run(['bun', 'src/main.ts'], { NODE_ENV: 'production' }));
