import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import type { CampaignInput } from '@/modules/campaigns/campaigns.schema.ts';
import { createCampaign } from '@/modules/campaigns/campaigns.service.ts';
import { startCampaign } from '@/modules/campaigns/engine/run-campaign.service.ts';
import { saveCampaignSettings } from '@/modules/campaigns/settings/campaign-settings.service.ts';
import { setSendingLimit } from '@/modules/campaigns/settings/sending-limits.service.ts';
import { createContactList } from '@/modules/contact-lists/contact-lists.service.ts';
import { createFilledList } from '@/modules/contact-lists/fill/fill-list.service.ts';
import { addItem } from '@/modules/contact-lists/items.service.ts';
import type { Attendances } from '../attendance.ts';
import { Conversation } from '../conversation.ts';
import { whenOpen } from '../office-hours.ts';
import type { PastNetwork, Sent } from '../past-network.ts';
import type { Customer } from '../people.ts';
import type { Random } from '../random.ts';
import {
  ANNIVERSARY,
  ANSWERS,
  LEAVING,
  NO,
  PARTNERS,
  SERRA,
  SERRA_QUESTION,
  SOFA_WEEK,
  YES,
} from '../talk/campaigns.ts';
import { factsOf } from '../talk/phrase.ts';
import { type Team, weighted } from '../team.ts';
import { HOUR, MINUTE, SECOND } from '../time.ts';
import type { Timeline } from '../timeline.ts';

const ANA = 'ana@aurora.example';
const SIZES = { anniversary: 48, serra: 80, sofas: 150 };
export const AUDIENCE = SIZES.anniversary + SIZES.serra + SIZES.sofas;
/** Numbers of each list that are not on WhatsApp. */
const UNKNOWN = 4;
/** Sixty of a hundred have their message; the others wait for the next day. */
const DAILY_CAP = Math.ceil((SIZES.sofas - UNKNOWN) * 0.6);
const RUNS_SINCE = 45 * MINUTE;

type Running = { name: string; list: string; people: Customer[]; at: number; isNow?: true } & CampaignInput;

export type CampaignParts = {
  timeline: Timeline;
  team: Team;
  random: Random;
  attendances: Attendances;
  network: PastNetwork;
  audience: Customer[];
  now: Date;
  timeZone: string;
};

/** Two campaigns are over, one runs and has reached its limit of the day, one waits for its day, and one is a draft. */
export function planCampaigns(parts: CampaignParts): void {
  const { timeline, team, audience, now, timeZone } = parts;
  const whatsappId = team.connections['Aurora Vendas'] ?? 0;
  const { day: today, time } = zonedParts(now, timeZone);
  const midnight = zonedTime(today, '00:00', timeZone).getTime();
  const morning = (daysAgo: number) => zonedTime(addDays(today, -daysAgo), '10:00', timeZone).getTime();
  const list = [...audience];
  const running: Running[] = [
    {
      name: 'Aniversário da Aurora',
      list: 'Clientes do showroom',
      people: list.splice(0, SIZES.anniversary),
      at: morning(41),
      message1: ANNIVERSARY,
    },
    {
      name: 'Lançamento da linha Serra',
      list: 'Quem já comprou mesa',
      people: list.splice(0, SIZES.serra),
      at: morning(17),
      confirmation: true,
      confirmationMessage1: SERRA_QUESTION,
      message1: SERRA,
    },
    {
      name: 'Semana do Sofá',
      list: 'Salas de estar',
      people: list.splice(0, SIZES.sofas),
      at: Math.max(now.getTime() - RUNS_SINCE, time < '01:00' ? midnight + SECOND : 0),
      isNow: true,
      message1: SOFA_WEEK,
    },
  ];
  timeline.plan(morning(44), ANA, async (scope) => {
    await saveCampaignSettings(scope, { messageInterval: 10, longerIntervalAfter: 20, greaterInterval: 40 });
    const limit = { connectionId: whatsappId, dailyCap: DAILY_CAP, warmsUp: true };
    await setSendingLimit(scope, { ...limit, quietFrom: '', quietTo: '' });
  });
  for (const campaign of running) planCampaign(parts, { ...campaign, whatsappId });
  timeline.plan(morning(1) + HOUR, ANA, async (scope) => {
    const { id: tagId } = { id: team.tags.Arquitetos ?? 0 };
    const filling = { source: 'tag' as const, tagId };
    const { list: partners } = await createFilledList(scope, { name: 'Arquitetos parceiros', filling });
    const scheduledAt = `${addDays(today, 4)} 10:00`;
    await createCampaign(scope, {
      ...{ name: 'Café com arquitetos', message1: PARTNERS, scheduledAt, whatsappId },
      contactListId: partners.id,
    });
  });
  timeline.plan(morning(1) + 2 * HOUR, ANA, (scope) =>
    createCampaign(scope, {
      name: 'Volta às aulas: escrivaninhas',
      message1: SOFA_WEEK.replace('Sofá', 'Escritório'),
    }),
  );
  followAnswers(parts, running, whatsappId);
}

function planCampaign(
  { timeline, network }: CampaignParts,
  { list, people, at, isNow, ...campaign }: Running,
): void {
  let contactListId = 0;
  const listedAt = at - (isNow ? 20 * MINUTE : 18 * HOUR);
  timeline.plan(listedAt, ANA, async (scope) => {
    contactListId = (await createContactList(scope, { name: list })).id;
    for (const { number } of people.slice(-UNKNOWN)) network.refuse(number);
    for (const { name, number, email } of people)
      await addItem(scope, { contactListId, name, number, email });
  });
  timeline.plan(at, ANA, async (scope) => {
    const { id } = await createCampaign(scope, { ...campaign, contactListId });
    await startCampaign(scope, { campaignId: id });
  });
}

/** About every fourth customer answers, and some ask to be left alone. */
function followAnswers(parts: CampaignParts, running: Running[], connectionId: number): void {
  const { timeline, random, attendances } = parts;
  const waiting = new Map(
    running.flatMap((campaign) => campaign.people.map((one) => [one.number, { one, campaign }])),
  );
  timeline.follow(({ jid }: Sent, sentAt) => {
    const number = jid.replace(/@.*/, '');
    const found = waiting.get(number);
    if (!found) return;
    waiting.delete(number);
    const { one: customer, campaign } = found;
    const at = sentAt + random.between(50, 400) * SECOND;
    const write = (text: string) => {
      const facts = factsOf(random, {
        customer: customer.name,
        isWoman: customer.isWoman,
        email: customer.email,
        agent: '',
      });
      const said = new Conversation(customer, connectionId, facts, `${number} campaign`);
      timeline.plan(at, '', (scope: Scope) => said.write(scope, text));
      const closedAt = whenOpen(at + random.between(40, 200) * MINUTE, parts.timeZone, HOUR);
      timeline.plan(closedAt, 'bia@aurora.example', (scope) => said.close(scope));
    };
    const chance = random.next();
    if (campaign.confirmation) {
      if (chance < 0.45) write(random.pick(YES));
      else if (chance < 0.57) write(random.pick(NO));
    } else if (chance < 0.04) write(random.pick(LEAVING));
    else if (chance < 0.28) {
      const topic = weighted(ANSWERS, ({ weight }) => weight, random.next());
      const ending = campaign.isNow ? random.pick(['open', 'open', 'waiting'] as const) : 'resolved';
      attendances.plan({
        at,
        customer,
        topic,
        byBot: false,
        ending,
        ...(campaign.isNow && { isHurried: true }),
      });
    }
  });
}
