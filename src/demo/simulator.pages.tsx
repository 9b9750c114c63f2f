import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { SimulatorChanges } from '@/demo/views/simulator-changes.tsx';
import { renderSimulatorDocument } from '@/demo/views/simulator-document.tsx';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { fragment } from '@/kernel/http/respond.ts';
import { query } from '@/kernel/http/validate.ts';
import { createCustomersPages } from './customers.pages.tsx';
import { createLinesPages } from './lines.pages.tsx';
import { loopbackOnly } from './loopback.ts';
import { createNetworkPages } from './network.pages.tsx';
import { peoplePages } from './people.pages.ts';
import type { Playground } from './playground.ts';
import { sightOf, unseen } from './sight.ts';
import { SeenQuery, SIMULATOR, type SimulatorView } from './simulator.schema.ts';

export function createSimulatorPages(playground: Playground): Hono<Env> {
  return new Hono<Env>()
    .use(`${SIMULATOR}/*`, loopbackOnly)
    .get(SIMULATOR, async (c) => {
      const view = await look(playground);
      c.header('Cache-Control', 'private, no-store');
      return c.html(renderSimulatorDocument({ ...shellOf(c), view, seen: sightOf(view) }));
    })
    .get(`${SIMULATOR}/changes`, query(SeenQuery), async (c) => {
      const view = await look(playground);
      const seen = sightOf(view);
      const { seen: before } = c.req.valid('query');
      if (seen === before) return c.body(null, 204);
      return fragment(c, <SimulatorChanges view={view} seen={seen} {...unseen(before, seen)} />);
    })
    .route('/', peoplePages)
    .route('/', createCustomersPages(playground))
    .route('/', createLinesPages(playground))
    .route('/', createNetworkPages(playground));
}

async function look(playground: Playground): Promise<SimulatorView> {
  await playground.lines.refresh();
  return {
    lines: playground.lines.all.map(({ view }) => view),
    faults: playground.weather.faults,
    customers: playground.customers.map((customer) => playground.view(customer)),
  };
}

function shellOf(c: Ctx) {
  const { locale, nonce, t, kernel } = c.var;
  const theme = getCookie(c, 'theme');
  const chosen: 'light' | 'dark' | null = theme === 'light' || theme === 'dark' ? theme : null;
  return { locale, nonce, t, timeZone: kernel.config.timeZone, theme: chosen };
}
