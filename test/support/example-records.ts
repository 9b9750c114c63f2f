import { paramsOf } from '@/core/http/routing/mount.ts';
import type { Endpoint } from '@/core/http/routing/route.ts';
import type { Scope } from '@/core/scope.ts';
import { MODULES } from '@/modules.ts';
import type { Fixtures } from './fixtures.ts';

/** Texts get the company's mark, so that a leaked one is recognized. */
const TEXTS = ['name', 'title', 'message'];

/** A record of each module without fixtures of its own, created by the example of its `POST`. */
export async function addExampleRecords(scope: Scope, fixtures: Fixtures, mark: string): Promise<void> {
  const endpoints = MODULES.flatMap(({ endpoints: own = [] }) => own);
  for (const { path } of endpoints.filter(({ method }) => method === 'PUT')) {
    const [param, ...others] = paramsOf(path);
    if (!param || others.length > 0 || param in fixtures || !path.endsWith(`/:${param}`)) continue;
    const creates = endpoints.find(
      (one) => one.method === 'POST' && one.path === path.replace(`/:${param}`, ''),
    );
    const id = creates && (await create(scope, creates, fixtures, mark));
    if (id !== undefined) Object.assign(fixtures, { [param]: id });
  }
}

async function create(scope: Scope, { example, run }: Endpoint, fixtures: Fixtures, mark: string) {
  const body = { ...(example?.(fixtures).body as Record<string, unknown>) };
  for (const name of TEXTS) if (typeof body[name] === 'string') body[name] = `${body[name]} ${mark}`;
  const record = (await run?.(scope, { body } as never)) as { id?: number } | undefined;
  return record?.id;
}
