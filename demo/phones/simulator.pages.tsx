import { SimulatorChanges } from '@demo/phones/views/simulator-changes.tsx';
import { renderSimulatorDocument } from '@demo/phones/views/simulator-document.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { fragment } from '@/core/http/responses/respond.ts';
import { type Page, pageRoute } from '@/core/http/routing/route.ts';
import { readCookie } from '@/core/http/sessions/cookies.ts';
import { onlyHere } from '../loopback.ts';
import { peoplePages } from '../people.pages.ts';
import type { Playground } from '../playground.ts';
import { tourPages } from '../tour/tour.pages.tsx';
import { customersPages } from './customers.pages.tsx';
import { linesPages } from './lines.pages.tsx';
import { networkPages } from './network.pages.tsx';
import { SeenQuery, SIMULATOR, type SimulatorView } from './simulator.schema.ts';
import { sightOf, unseen } from './simulator-changes.ts';

export function simulatorPages(playground: Playground): Page[] {
  const own = [
    pageRoute(`GET ${SIMULATOR}`, {
      access: 'anyone',
      async answer(c) {
        const view = await viewOf(playground);
        c.header('Cache-Control', 'private, no-store');
        return c.html(renderSimulatorDocument({ ...shellOf(c), view, seen: sightOf(view) }));
      },
    }),
    pageRoute(`GET ${SIMULATOR}/changes`, {
      access: 'anyone',
      query: SeenQuery,
      async answer(c, { query: { seen: before } }) {
        const view = await viewOf(playground);
        const seen = sightOf(view);
        if (seen === before) return c.body(null, 204);
        return fragment(c, <SimulatorChanges view={view} seen={seen} {...unseen(before, seen)} />);
      },
    }),
  ];
  const parts = [
    peoplePages,
    tourPages,
    customersPages(playground),
    linesPages(playground),
    networkPages(playground),
  ];
  return [...own, ...parts.flat()].map(onlyHere);
}

async function viewOf(playground: Playground): Promise<SimulatorView> {
  await playground.lines.refresh();
  return {
    lines: playground.lines.all.map(({ view }) => view),
    faults: playground.weather.faults,
    customers: playground.customers.map((customer) => playground.view(customer)),
  };
}

function shellOf(c: Ctx) {
  const { locale, nonce, t, kernel } = c.var;
  const theme = readCookie(c, 'theme');
  const chosen: 'light' | 'dark' | null = theme === 'light' || theme === 'dark' ? theme : null;
  return { locale, nonce, t, timeZone: kernel.config.timeZone, theme: chosen };
}
