import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';

const ROOT = join(import.meta.dir, '../..');

/** As in clustered.ts: every request comes through a node that serves no company, successful changes too. */
describeWithSqld('a desk whose requests come through another node', () => {
  for (const suite of ['./test/contract', './test/isolation.test.ts'])
    test(`passes ${suite}`, async () => {
      const child = Bun.spawn([process.execPath, 'test', '--no-isolate', '--timeout', '300000', suite], {
        cwd: ROOT,
        env: { ...process.env, TEST_CLUSTER: '1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const lines = (await new Response(child.stderr).text()).split('\n');
      const failed = lines.filter((line) => line.startsWith('(fail)'));
      expect({ failed, code: await child.exited }).toEqual({ failed: [], code: 0 });
    }, 900_000);
});
