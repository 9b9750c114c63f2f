import { renderPortrait } from '@demo/seed/samples.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { Attendances } from '../attendance.ts';
import type { PastNetwork } from '../past-network.ts';
import type { Customer } from '../people.ts';
import type { Random } from '../random.ts';
import { giveReceipts } from '../receipts.ts';
import { DAYS, planSixtyDays } from '../sixty-days.ts';
import type { Team } from '../team.ts';
import type { Timeline } from '../timeline.ts';
import { planAppointments } from './appointments.ts';
import { planRules } from './automation.ts';
import { AUDIENCE, planCampaigns } from './campaigns.ts';
import { FAILED_ANSWERS, planFailedAnswers } from './failed-answers.ts';
import { planInternalTalk } from './internal-talk.ts';
import { planOffice } from './office.ts';
import { planSystems } from './systems.ts';

const FACES = 12;

export type ShopParts = {
  timeline: Timeline;
  team: Team;
  random: Random;
  network: PastNetwork;
  customers: Customer[];
  now: Date;
  timeZone: string;
  share: number;
};

/** The furniture shop of the demo: its set-up, its conversations, its campaigns and what its people say to each other. */
export async function planShop({ share, ...parts }: ShopParts): Promise<void> {
  const { timeline, team, random, now, timeZone } = parts;
  const { day: today } = zonedParts(now, timeZone);
  const start = zonedTime(addDays(today, -DAYS), '00:00', timeZone).getTime();
  const attendances = new Attendances(timeline, random, team, timeZone);
  const audience = parts.customers.slice(0, AUDIENCE);
  const customers = parts.customers.slice(AUDIENCE, -FAILED_ANSWERS);
  const faces = await Promise.all(Array.from({ length: FACES }, (_, index) => renderPortrait(index)));
  for (const [index, { number }] of customers.filter(({ hasPicture }) => hasPicture).entries())
    parts.network.givePicture(number, faces[index % FACES] as Uint8Array);
  giveReceipts(timeline, random);
  planOffice(timeline, team, start, now);
  planSystems(timeline, team, start, now);
  planRules(timeline, team, start);
  planInternalTalk(timeline, team, now, timeZone);
  planAppointments(timeline, now, timeZone);
  planCampaigns({ ...parts, attendances, audience });
  planFailedAnswers({ ...parts, attendances, customers: parts.customers.slice(-FAILED_ANSWERS) });
  planSixtyDays({ now, timeZone, random, attendances, customers, share });
}
