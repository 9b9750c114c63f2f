/** Server and bare component both answer over HTTP, each compressed and uncompressed, for a fair comparison. */
import { workspaceHref } from '@views/parts/tickets/workspace.ts';
import { openScope } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { findSessionActor, startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { NO_FILTER } from '@/modules/tickets/list/ticket-filter.queries.ts';
import { countTickets, listTickets } from '@/modules/tickets/list/tickets.queries.ts';
import type { BarePage } from './support/bare-page.tsx';
import { type Line, main, share } from './support/report.ts';
import { type SeededApp, SMALL, seededApp } from './support/seeded.ts';
import {
  loadAlternately,
  type Rate,
  requestText,
  type Served,
  serveApp,
  serveScript,
} from './support/under-load.ts';

const FILTER = { status: 'open' as const, queueIds: [], showAll: true };
const HREF = workspaceHref({ uuid: null, filter: FILTER });

export async function runPage(): Promise<Line[]> {
  const seeded = await seededApp({ ...SMALL, messages: 20_000 });
  const session = await startSession(seeded.dependencies.kernel, 1, 1);
  const options = await propsOf(seeded, session);
  await seeded.dependencies.stop();
  const served = await serveApp(seeded.dataDir);
  const bare = await serveScript('bench/support/bare-page.tsx', seeded.dataDir, options);
  const headers = { Accept: 'text/html', Cookie: `sid=${session}` };
  await requireSameRows(served, bare, headers);
  const packed = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
  const [ours, theirs, oursPlain, theirsPlain] = await loadAlternately(
    { of: served, requests: [requestText('GET', HREF, { ...headers, ...packed })] },
    { of: bare, requests: [requestText('GET', '/', packed)] },
    { of: served, requests: [requestText('GET', HREF, headers)] },
    { of: bare, requests: [requestText('GET', '/')] },
  );
  await Promise.all([served.stop(), bare.stop()]);
  await seeded.remove();
  const compared = (how: string, page: Rate, component: Rate) => {
    const what = `the desk page as HTML, ${how} (${size(page)}), against its component, ${how} (${size(component)})`;
    return [
      share(what, page.perSecond, component.perSecond, 'pages/s', 0.6),
      share('the same by processor time', page.perCpuSecond, component.perCpuSecond, 'pages/cpu s', 0.6),
    ];
  };
  return [...compared('compressed', ours, theirs), ...compared('as it is', oursPlain, theirsPlain)];
}

const size = (rate: Rate) => `${Math.round(rate.kilobytes)} KB`;

async function propsOf({ dependencies: { kernel } }: SeededApp, session: string): Promise<BarePage> {
  const actor = await findSessionActor(kernel, fingerprint(session));
  if (!actor) throw new Error('nobody is signed in');
  const scope = await openScope(kernel, { companyId: 1, actor });
  const props = {
    me: {
      id: actor.id,
      companyId: 1,
      name: actor.name,
      profile: actor.profile,
      canShowAll: true,
      canSeeTeam: false,
      canSeeWithoutQueue: false,
      canSchedule: true,
      hasManyConnections: false,
    },
    page: await listTickets(scope, { ...NO_FILTER, status: 'open', showAll: true }),
    counts: await countTickets(scope, FILTER),
    queues: await listQueueChoices(scope),
    filter: FILTER,
    isCompact: false,
    pins: [],
    selected: null,
    assistant: undefined,
    hints: null,
    now: scope.now().getTime(),
  };
  return { props, timeZone: kernel.config.timeZone };
}

async function requireSameRows(served: Served, bare: Served, headers: Record<string, string>): Promise<void> {
  const rowsOf = async ({ port }: Served, path: string) => {
    const html = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
    return [...html.matchAll(/data-ticket="(\d+)"/g)].map(([, id]) => id).join();
  };
  const [ours, theirs] = [await rowsOf(served, HREF), await rowsOf(bare, '/')];
  if (ours === '' || ours !== theirs) throw new Error(`the page shows ${ours}, the bare one ${theirs}`);
}

if (import.meta.main) await main(runPage);
