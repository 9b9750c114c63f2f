import { ApiToken } from '@views/pages/connections/api-token.tsx';
import { ConnectionDialog, type ConnectionValues } from '@views/pages/connections/connection-dialog.tsx';
import {
  DeleteConnectionDialog,
  DisconnectDialog,
  RestartDialog,
} from '@views/pages/connections/connection-questions.tsx';
import { ConnectionsPage } from '@views/pages/connections/connections-page.tsx';
import { HealthDialog, HealthFacts } from '@views/pages/connections/health-dialog.tsx';
import {
  needsTransfer,
  TransferFields,
  type TransferValues,
} from '@views/pages/connections/transfer-fields.tsx';
import { PairingState, QrDialog } from '@views/parts/connections/qr-dialog.tsx';
import { renderQrCode } from '@/core/documents/qr-code.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused, shownId } from '@/core/http/routing/validate.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { listResponderChoices } from '@/modules/queues/responder-choices.queries.ts';
import { mustConfirmEmail } from '@/modules/sign-up/confirm-email.service.ts';
import { renewToken } from './api-token.service.ts';
import {
  disconnectConnection,
  renewConnection,
  requestPairingCode,
  restartAllConnections,
  startConnection,
} from './connection-sessions.service.ts';
import { canManageConnections } from './connections.policy.ts';
import {
  findConnection,
  getConnection,
  isDefaultAmongOthers,
  listConnections,
  listRestarted,
} from './connections.queries.ts';
import { ConnectionFilter, ConnectionForm, PairingInput } from './connections.schema.ts';
import { createConnection, deleteConnection, updateConnection } from './connections.service.ts';
import type { ConnectionView } from './connections.views.ts';
import { getConnectionHealth } from './health/connection-health.service.ts';

export const connectionsPages = [
  pageRoute('GET /connections', {
    access: 'person',
    query: ConnectionFilter,
    async answer(c, { query: { online } }) {
      const canManage = canManageConnections(c.var.scope.actor);
      const mustConfirm = canManage && (await mustConfirmEmail(c.var.scope));
      const connections = (await listConnections(c.var.scope)).filter(
        ({ status }) => online === undefined || online === (status === 'CONNECTED'),
      );
      const props = { connections, online, canManage, mustConfirm };
      const head = { title: 'connections:title', active: 'connections' };
      return listPage(c, head, (shows) => <ConnectionsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /connections/new', {
    access: 'admin',
    answer: (c) => dialog(c, NEW),
  }),
  pageRoute('GET /connections/transfer', {
    access: 'admin',
    answer: async (c) => fragment(c, <TransferFields {...askedTransfer(c)} queues={await queueOptions(c)} />),
  }),
  pageRoute('GET /connections/restart', {
    access: 'admin',
    answer: async (c) =>
      fragment(c, <RestartDialog names={(await listRestarted(c.var.scope)).map(({ name }) => name)} />),
  }),
  pageRoute('GET /connections/:connectionId/edit', {
    access: 'admin',
    answer: async (c, { connectionId }) =>
      dialog(c, toValues(await getConnection(c.var.scope, connectionId))),
  }),
  pageRoute('GET /connections/:connectionId/delete', {
    access: 'admin',
    async answer(c, { connectionId }) {
      const connection = await getConnection(c.var.scope, connectionId);
      const mayDelete = !(await isDefaultAmongOthers(c.var.scope, connection));
      return fragment(c, <DeleteConnectionDialog connection={connection} mayDelete={mayDelete} />);
    },
  }),
  pageRoute('GET /connections/:connectionId/disconnect', {
    access: 'admin',
    answer: async (c, { connectionId }) =>
      fragment(c, <DisconnectDialog connection={await getConnection(c.var.scope, connectionId)} />),
  }),
  pageRoute('GET /connections/:connectionId/health', {
    access: 'admin',
    async answer(c, { connectionId }) {
      const { name } = await getConnection(c.var.scope, connectionId);
      const health = await getConnectionHealth(c.var.scope, connectionId);
      return fragment(c, <HealthDialog name={name} health={health} />);
    },
  }),
  pageRoute('GET /connections/:connectionId/health/facts', {
    access: 'admin',
    answer: async (c, { connectionId }) =>
      fragment(c, <HealthFacts health={await getConnectionHealth(c.var.scope, connectionId)} />),
  }),
  pageRoute('GET /connections/:connectionId/qrcode', {
    access: 'admin',
    answer: (c, { connectionId }) => qrDialog(c, connectionId),
  }),
  pageRoute('GET /connections/:connectionId/pairing', {
    access: 'admin',
    async answer(c, { connectionId }) {
      const connection = await findConnection(c.var.scope, connectionId);
      if (!connection) return done(c, { refresh: 'whatsapp' });
      if (connection.status === 'CONNECTED')
        return done(c, { toast: 'connections:toast.connected', refresh: 'whatsapp' });
      return fragment(c, <PairingState connection={connection} qr={renderQrCode(connection.qrcode)} />);
    },
  }),
  pageRoute('POST /connections', {
    access: 'admin',
    form: ConnectionForm,
    example: () => ({ body: { name: 'Filial', isDefault: 'false' } }),
    onInvalid: again,
    async answer(c, { form }) {
      const { id } = await createConnection(c.var.scope, form).catch(onItsField);
      c.header('HX-Retarget', '#dialogs');
      c.header('HX-Reswap', 'beforeend');
      trigger(c, {
        'dialog:close': true,
        'refresh:whatsapp': true,
        toast: { level: 'success', text: c.var.t('connections:toast.created') },
      });
      return qrDialog(c, id);
    },
  }),
  pageRoute('POST /connections/restart', {
    access: 'admin',
    async answer(c) {
      await restartAllConnections(c.var.scope);
      trigger(c, {
        'dialog:close': true,
        toast: { level: 'warning', text: c.var.t('connections:toast.restarting') },
      });
      return c.body(null, 204);
    },
  }),
  pageRoute('PUT /connections/:connectionId', {
    access: 'admin',
    form: ConnectionForm,
    example: () => ({ body: { name: 'Matriz', isDefault: 'false' } }),
    onInvalid: again,
    async answer(c, { connectionId, form }) {
      await updateConnection(c.var.scope, { ...form, connectionId }).catch(onItsField);
      return done(c, { toast: 'connections:toast.updated', refresh: 'whatsapp' });
    },
  }),
  pageRoute('DELETE /connections/:connectionId', {
    access: 'admin',
    async answer(c, { connectionId }) {
      await deleteConnection(c.var.scope, { connectionId });
      return done(c, { toast: 'connections:toast.deleted', refresh: 'whatsapp' });
    },
  }),
  pageRoute('POST /connections/:connectionId/session', {
    access: 'admin',
    async answer(c, { connectionId }) {
      await startConnection(c.var.scope, { connectionId });
      return done(c, { refresh: 'whatsapp' });
    },
  }),
  pageRoute('PUT /connections/:connectionId/session', {
    access: 'admin',
    async answer(c, { connectionId }) {
      await renewConnection(c.var.scope, { connectionId });
      trigger(c, { 'refresh:whatsapp': true });
      return qrDialog(c, connectionId);
    },
  }),
  pageRoute('DELETE /connections/:connectionId/session', {
    access: 'admin',
    async answer(c, { connectionId }) {
      await disconnectConnection(c.var.scope, { connectionId });
      return done(c, { toast: 'connections:toast.disconnected', refresh: 'whatsapp' });
    },
  }),
  pageRoute('POST /connections/:connectionId/token', {
    access: 'admin',
    async answer(c, { connectionId }) {
      const fresh = await renewToken(c.var.scope, { connectionId });
      return fragment(c, <ApiToken connectionId={connectionId} shown="" fresh={fresh} />);
    },
  }),
  pageRoute('POST /connections/:connectionId/pairing-code', {
    access: 'admin',
    form: PairingInput,
    example: () => ({ body: { number: '+55 11 90000-0000' } }),
    onInvalid: askAgain,
    async answer(c, { connectionId, form: { number } }) {
      await requestPairingCode(c.var.scope, { connectionId, number });
      return qrDialog(c, connectionId, { values: { number: `+${number}` }, errors: {} });
    },
  }),
];

const USUAL_MINUTES = 30;

const NEW: ConnectionValues = {
  ...{ name: '', isDefault: false, greetingMessage: '', complationMessage: '', outOfHoursMessage: '' },
  ...{ ratingMessage: '', expiresInactiveMessage: '', transferQueueId: null, queueIds: [] },
  ...{ integrationId: null, promptId: null },
  numbers: { expiresTicket: 0, timeUseBotQueues: 0, maxUseBotQueues: 3, timeToTransfer: '' },
};

function toValues(view: ConnectionView): ConnectionValues {
  const { expiresTicket, timeUseBotQueues, maxUseBotQueues, timeToTransfer, queues } = view;
  return {
    ...view,
    numbers: { expiresTicket, timeUseBotQueues, maxUseBotQueues, timeToTransfer: timeToTransfer ?? '' },
    queueIds: queues.map(({ id }) => id),
  };
}

/** Existing clients get these as errors of the whole form. */
const ON_FIELDS: Partial<Record<string, string>> = {
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_QUEUE_FOUND: 'queueIds',
};

function onItsField(error: unknown): never {
  const field = error instanceof AppError ? ON_FIELDS[error.code] : undefined;
  throw field ? new InvalidInput({ [field]: `errors:${(error as AppError).code}` }) : error;
}

async function dialog(c: Ctx, values: ConnectionValues, errors?: Record<string, string>): Promise<Response> {
  const connectionId = c.req.param('connectionId') ? idParam(c, 'connectionId') : null;
  const known = await listConnections(c.var.scope);
  const isOnlyDefault =
    connectionId === null
      ? known.length === 0
      : known.some((one) => one.id === connectionId && one.isDefault);
  const token = known.find((one) => one.id === connectionId)?.token ?? '';
  const queues = await queueOptions(c);
  const responders = await listResponderChoices(c.var.scope);
  const props = { connectionId, values, queues, token, errors, isOnlyDefault, ...responders };
  return fragment(c, <ConnectionDialog {...props} />, errors ? 422 : 200);
}

async function queueOptions(c: Ctx) {
  const queues = await listQueueChoices(c.var.scope);
  return queues.map(({ id, name, color }) => ({ value: id, label: name, color }));
}

/** Filled in once, when the second queue is chosen: afterwards the administrator's choice counts, also for none. */
function askedTransfer(c: Ctx): TransferValues {
  const queueIds = (c.req.queries('queueIds') ?? []).flatMap((text) => shownId(text) ?? []);
  const { transferQueueId, timeToTransfer = '', transferIsShown } = c.req.query();
  const [first = null] = queueIds;
  const chosen = shownId(transferQueueId) ?? null;
  const minutes = timeToTransfer.slice(0, 9);
  if (transferIsShown || chosen !== null || !needsTransfer({ queueIds }))
    return { queueIds, transferQueueId: chosen, minutes };
  return { queueIds, transferQueueId: first, minutes: Number(minutes) ? minutes : USUAL_MINUTES };
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { isDefault, transferQueueId, integrationId, promptId, ...texts } = values;
  const queueIds = (await formTexts(c, 'queueIds')).flatMap((text) => shownId(text) ?? []);
  const shown = {
    ...{ ...NEW, ...texts, numbers: { ...NEW.numbers, ...texts } },
    ...{ isDefault: isDefault === 'true', transferQueueId: shownId(transferQueueId) ?? null, queueIds },
    integrationId: shownId(integrationId) ?? null,
    promptId: shownId(promptId) ?? null,
  };
  return dialog(c, shown, errors);
}

async function qrDialog(c: Ctx, connectionId: number, sent?: Refused): Promise<Response> {
  const connection = await getConnection(c.var.scope, connectionId);
  const props = {
    connection,
    qr: renderQrCode(connection.qrcode),
    number: sent?.values.number,
    error: sent?.errors.number,
  };
  return fragment(c, <QrDialog {...props} />, props.error ? 422 : 200);
}

function askAgain(c: Ctx, refused: Refused): Promise<Response> {
  return qrDialog(c, idParam(c, 'connectionId'), refused);
}
