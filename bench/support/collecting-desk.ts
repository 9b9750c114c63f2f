/** The desk as it is, except that it collects its garbage when told with SIGUSR2. */
import '../../src/main.ts';

process.on('SIGUSR2', () => Bun.gc(true));
