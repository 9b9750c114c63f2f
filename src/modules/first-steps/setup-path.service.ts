import { AppError } from '@/core/errors.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { updateConnection } from '@/modules/connections/connections.service.ts';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { allQueues } from '@/modules/queues/queues.queries.ts';
import { updateQueue } from '@/modules/queues/queues.service.ts';
import { changeCompanyHours } from '@/modules/settings/company-hours.service.ts';
import { getSetting, isSettingChosen } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { hoursOf } from '@/schemas/service-hours.schema.ts';
import { findMainConnection } from './main-connection.queries.ts';
import type { QueuesForm, TextsForm } from './setup-path.schema.ts';

const USUAL_MINUTES = 30;

/** A menu of several queues gets a usual greeting and transfer, unless it has its own. Throws ERR_NO_WAPP_FOUND. */
export async function offerQueues(scope: Scope, { queueIds }: QueuesForm): Promise<void> {
  requireCan(scope, isAdmin);
  const connection = await requireConnection(scope);
  const [first = null] = queueIds;
  const isMenu = queueIds.length > 1;
  const isTransferred = connection.timeToTransfer && queueIds.includes(connection.transferQueueId ?? 0);
  await updateConnection(scope, {
    ...{ connectionId: connection.id, queueIds },
    ...(isMenu && !connection.greetingMessage && { greetingMessage: scope.t('firstSteps:usualGreeting') }),
    ...(isMenu && !isTransferred && { transferQueueId: first, timeToTransfer: USUAL_MINUTES }),
  });
}

/** In one transaction; with hours by queue, queues without an absence text get this one. Throws ERR_NO_WAPP_FOUND. */
export async function setTexts(scope: Scope, form: TextsForm): Promise<void> {
  requireCan(scope, isAdmin);
  const { greetingMessage, outOfHoursMessage, scheduleType, ...times } = form;
  const { companyId } = scope;
  await scope.write(async (tx) => {
    const { id: connectionId } = await requireConnection(tx);
    await updateConnection(tx, { connectionId, greetingMessage, outOfHoursMessage });
    const isNew = (await getSetting(tx, 'scheduleType')) !== scheduleType;
    if (isNew || !(await isSettingChosen(tx, 'scheduleType')))
      await changeSetting(tx, { key: 'scheduleType', value: scheduleType });
    const hours = hoursOf(times);
    if (scheduleType === 'company' && hours) await changeCompanyHours(tx, { companyId, hours });
    if (scheduleType !== 'queue') return;
    for (const queue of await allQueues(tx.db))
      if (queue.outOfHoursMessage.trim() === '')
        await updateQueue(tx, { queueId: queue.id, outOfHoursMessage });
  });
}

async function requireConnection(scope: Scope): Promise<ConnectionView> {
  const connection = await findMainConnection(scope);
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND');
  return connection;
}
