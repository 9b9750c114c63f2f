import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInbox } from '@demo/mail/inbox.ts';
import { numberFor } from '@demo/phones/lines.ts';
import { type Passwords, seedDemo } from '@demo/seed/seed.service.ts';
import type { Config } from '@/config.ts';
import { writeTemplate } from '@/core/db/tenants/tenants.ts';
import type { Logger } from '@/core/log.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { createPace } from '@/modules/contacts/numbers/number-check-pace.state.ts';
import { createFigureCount } from '@/modules/quotas/count-figures.jobs.ts';
import type { SessionListener } from '@/whatsapp/port.ts';
import { storeSamples } from './conversation.ts';
import { PastNetwork } from './past-network.ts';
import { makeCustomers } from './people.ts';
import { liveNeighbours } from './platform/neighbours.ts';
import { livePlatform } from './platform/platform-past.ts';
import { Random } from './random.ts';
import { planShop } from './shop/shop.ts';
import { DAYS } from './sixty-days.ts';
import { loadTeam, type Team } from './team.ts';
import { DAY } from './time.ts';
import { type MovedClock, Timeline } from './timeline.ts';

const SEED = 20_260_301;
const SHOP = 1;
const CUSTOMERS = 1_150;
const NEIGHBOURS = 170;

export type PastOptions = {
  config: Config;
  log: Logger;
  passwords: Passwords;
  now: Date;
  /** A part of the usual number of conversations. */
  share?: number;
};

/**
 * Makes the demo's companies and their last sixty days in an empty data folder, by the app's own service functions on
 * a moved clock. The same `now` gives the same data.
 */
export async function fillHistory({ config, log, passwords, now, share = 1 }: PastOptions): Promise<void> {
  const clock: MovedClock = { now: new Date(now.getTime() - (DAYS + 2) * DAY) };
  const random = new Random(SEED);
  const network = new PastNetwork();
  let listener: SessionListener | undefined;
  // Companies begin as copies of one empty database: migrating each took a quarter of the time.
  const template = join(config.dataDir, 'template.db');
  await writeTemplate(template);
  const { kernel, stop } = await createDependencies(config, {
    clock: () => clock.now,
    ticks: () => clock.now.getTime(),
    ids: random.ids(),
    log,
    tenantTemplate: template,
    createWhatsApp(parts) {
      listener = parts.listener;
      return network;
    },
    numberPace: createPace(0),
    mailTransport: createInbox(),
  });
  try {
    // The timeline sends what is due, each at its moment.
    await kernel.outbox.stop();
    kernel.services.campaignPace.chance = () => random.next();
    await storeSamples(network);
    await seedDemo(kernel, passwords);
    const scope = await systemScope(kernel, SHOP);
    const team = await loadTeam(scope);
    await connect(scope, team, network, listener);
    const timeline = new Timeline(kernel, SHOP, clock, network);
    const customers = makeCustomers(random, CUSTOMERS);
    const shop = {
      team,
      random,
      network,
      customers: customers.slice(NEIGHBOURS),
      now,
      timeZone: scope.timeZone,
    };
    await livePlatform({ kernel, clock, now, timeZone: scope.timeZone });
    await planShop({ ...shop, timeline, share });
    await timeline.run(team.users, now);
    const others = customers.slice(0, NEIGHBOURS);
    await liveNeighbours({ kernel, clock, network, listener, random, customers: others, now });
    await countFigures(kernel);
  } finally {
    await stop();
    rmSync(template);
  }
}

/** As the minute's job would, for companies whose database is open. */
async function countFigures(kernel: Kernel): Promise<void> {
  for (const companyId of await listCompanyIds(kernel)) await systemScope(kernel, companyId);
  await createFigureCount(kernel)();
}

async function connect(
  { companyId }: Scope,
  { connections }: Team,
  network: PastNetwork,
  listener: SessionListener | undefined,
): Promise<void> {
  for (const connectionId of Object.values(connections)) {
    const target = { companyId, connectionId };
    await network.start(target);
    const state = { status: 'CONNECTED', qrcode: '', pairingCode: '', retries: 0, trouble: null } as const;
    await listener?.onState(target, { ...state, number: numberFor(target) });
  }
}
