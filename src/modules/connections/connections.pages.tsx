import { ConnectionsPage } from '@views/pages/connections/connections-page.tsx';
import { ApiToken } from '@views/parts/connections/api-token.tsx';
import {
  ConnectionDialog,
  type ConnectionDialogProps,
  DeleteConnectionDialog,
  DisconnectDialog,
} from '@views/parts/connections/connection-dialog.tsx';
import { ConnectionRows } from '@views/parts/connections/connection-rows.tsx';
import { PairingState, QrDialog } from '@views/parts/connections/qr-dialog.tsx';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { signedIn } from '@/kernel/http/authenticate.ts';
import { type Ctx, type Env, isPartial } from '@/kernel/http/env.ts';
import { done, fragment, page, trigger } from '@/kernel/http/respond.ts';
import { form, idParam, type Refused, saving } from '@/kernel/http/validate.ts';
import { requireCan } from '@/kernel/policy.ts';
import { renewToken } from './api-token.ts';
import {
  disconnectConnection,
  renewConnection,
  requestPairingCode,
  restartAllConnections,
  startConnection,
} from './connection-sessions.service.ts';
import { canManageConnections } from './connections.policy.ts';
import { findConnection, getConnection, listConnections } from './connections.queries.ts';
import { ConnectionInput, PairingInput } from './connections.schema.ts';
import { createConnection, deleteConnection, updateConnection } from './connections.service.ts';
import { drawQrCode } from './qr-code.ts';

/** Dialogs are for those who may use them. */
const managing = createMiddleware<Env>(async (c, next) => {
  requireCan(c.var.scope, canManageConnections);
  await next();
});

export const connectionsPages = new Hono<Env>()
  .get('/connections', signedIn, async (c) => {
    const canManage = canManageConnections(c.var.scope.actor);
    const props = { connections: await listConnections(c.var.scope), canManage };
    if (isPartial(c)) return fragment(c, <ConnectionRows {...props} />);
    return page(c, { title: 'connections:title', active: 'connections' }, <ConnectionsPage {...props} />);
  })
  .get('/connections/new', signedIn, managing, (c) =>
    dialog(c, { name: '', isDefault: false, greetingMessage: '' }),
  )
  .get('/connections/:id/edit', signedIn, managing, async (c) =>
    dialog(c, await getConnection(c.var.scope, idParam(c))),
  )
  .get('/connections/:id/delete', signedIn, managing, async (c) =>
    fragment(c, <DeleteConnectionDialog connection={await getConnection(c.var.scope, idParam(c))} />),
  )
  .get('/connections/:id/disconnect', signedIn, managing, async (c) =>
    fragment(c, <DisconnectDialog connection={await getConnection(c.var.scope, idParam(c))} />),
  )
  .get('/connections/:id/qrcode', signedIn, managing, (c) => qrDialog(c, idParam(c)))
  .get('/connections/:id/pairing', signedIn, managing, async (c) => {
    const connection = await findConnection(c.var.scope, idParam(c));
    if (!connection) return done(c, { refresh: 'whatsapp' });
    if (connection.status === 'CONNECTED')
      return done(c, { toast: 'connections:toast.connected', refresh: 'whatsapp' });
    return fragment(c, <PairingState connection={connection} qr={drawQrCode(connection.qrcode)} />);
  })
  .post('/connections', signedIn, managing, form(ConnectionInput, again), (c) =>
    saving(c, again, async () => {
      const { id } = await createConnection(c.var.scope, c.req.valid('form'));
      // The form's place is taken by the code that is to be read now.
      c.header('HX-Retarget', '#dialogs');
      c.header('HX-Reswap', 'beforeend');
      trigger(c, {
        'dialog:close': true,
        'refresh:whatsapp': true,
        toast: { level: 'success', text: c.var.t('connections:toast.created') },
      });
      return qrDialog(c, id);
    }),
  )
  .post('/connections/restart', signedIn, async (c) => {
    await restartAllConnections(c.var.scope);
    trigger(c, { toast: { level: 'warning', text: c.var.t('connections:toast.restarting') } });
    return c.body(null, 204);
  })
  .put('/connections/:id', signedIn, managing, form(ConnectionInput, again), (c) =>
    saving(c, again, async () => {
      await updateConnection(c.var.scope, { ...c.req.valid('form'), connectionId: idParam(c) });
      return done(c, { toast: 'connections:toast.updated', refresh: 'whatsapp' });
    }),
  )
  .delete('/connections/:id', signedIn, async (c) => {
    await deleteConnection(c.var.scope, { connectionId: idParam(c) });
    return done(c, { toast: 'connections:toast.deleted', refresh: 'whatsapp' });
  })
  .post('/connections/:id/session', signedIn, async (c) => {
    await startConnection(c.var.scope, { connectionId: idParam(c) });
    return done(c, { refresh: 'whatsapp' });
  })
  .put('/connections/:id/session', signedIn, async (c) => {
    await renewConnection(c.var.scope, { connectionId: idParam(c) });
    trigger(c, { 'refresh:whatsapp': true });
    return qrDialog(c, idParam(c));
  })
  .delete('/connections/:id/session', signedIn, async (c) => {
    await disconnectConnection(c.var.scope, { connectionId: idParam(c) });
    return done(c, { toast: 'connections:toast.disconnected', refresh: 'whatsapp' });
  })
  .post('/connections/:id/token', signedIn, managing, async (c) => {
    const connectionId = idParam(c);
    const fresh = await renewToken(c.var.scope, { connectionId });
    return fragment(c, <ApiToken connectionId={connectionId} shown="" fresh={fresh} />);
  })
  .post('/connections/:id/pairing-code', signedIn, managing, form(PairingInput, askAgain), (c) =>
    saving(c, askAgain, async () => {
      const { number } = c.req.valid('form');
      await requestPairingCode(c.var.scope, { connectionId: idParam(c), number });
      return qrDialog(c, idParam(c), { values: { number: `+${number}` }, errors: {} });
    }),
  );

async function dialog(
  c: Ctx,
  values: ConnectionDialogProps['values'],
  errors?: Record<string, string>,
): Promise<Response> {
  const connectionId = c.req.param('id') ? idParam(c) : null;
  const known = await listConnections(c.var.scope);
  const isOnlyDefault =
    connectionId === null
      ? known.length === 0
      : known.some((one) => one.id === connectionId && one.isDefault);
  const token = known.find((one) => one.id === connectionId)?.token ?? '';
  const props = { connectionId, values, token, errors, isOnlyDefault };
  return fragment(c, <ConnectionDialog {...props} />, errors ? 422 : 200);
}

/** The refused dialog as it was sent: its values, and a message beside each field. */
function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { name = '', isDefault, greetingMessage = '' } = values;
  return dialog(c, { name, isDefault: isDefault === 'true', greetingMessage }, errors);
}

async function qrDialog(c: Ctx, connectionId: number, sent?: Refused): Promise<Response> {
  const connection = await getConnection(c.var.scope, connectionId);
  const props = {
    connection,
    qr: drawQrCode(connection.qrcode),
    number: sent?.values.number,
    error: sent?.errors.number,
  };
  return fragment(c, <QrDialog {...props} />, props.error ? 422 : 200);
}

function askAgain(c: Ctx, refused: Refused): Promise<Response> {
  return qrDialog(c, idParam(c), refused);
}
