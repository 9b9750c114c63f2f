import { buildIfNeeded } from './bundle/build-if-needed.ts';
import { run } from './run.ts';

await buildIfNeeded();
process.exit(await run(['bun', 'src/main.ts'], { NODE_ENV: 'production' }));
