import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam } from '@/kernel/http/validate.ts';
import {
  disconnectConnection,
  renewConnection,
  requestPairingCode,
  restartAllConnections,
  startConnection,
} from './connection-sessions.service.ts';
import { getConnection, listConnections } from './connections.queries.ts';
import { ConnectionInput, ConnectionPatch, PairingInput } from './connections.schema.ts';
import { createConnection, deleteConnection, updateConnection } from './connections.service.ts';

/** `companyId` and `session` of the contract's query are ignored: the company is the session's own. */
export const connectionsApi = new Hono<Env>()
  .get('/whatsapp', signedIn, async (c) => c.json(await listConnections(c.var.scope)))
  .get('/whatsapp/:id', signedIn, async (c) => c.json(await getConnection(c.var.scope, idParam(c))))
  .post('/whatsapp', signedIn, body(ConnectionInput), async (c) =>
    c.json(await createConnection(c.var.scope, c.req.valid('json'))),
  )
  .put('/whatsapp/:id', signedIn, body(ConnectionPatch), async (c) =>
    c.json(await updateConnection(c.var.scope, { ...c.req.valid('json'), connectionId: idParam(c) })),
  )
  .delete('/whatsapp/:id', signedIn, async (c) => {
    await deleteConnection(c.var.scope, { connectionId: idParam(c) });
    return c.json({ message: 'Whatsapp deleted.' });
  })
  .post('/whatsapp-restart', signedIn, async (c) => {
    await restartAllConnections(c.var.scope);
    return c.json({ message: 'Whatsapp restart.' });
  })
  .post('/whatsappsession/:id', signedIn, async (c) => {
    await startConnection(c.var.scope, { connectionId: idParam(c) });
    return c.json({ message: 'Starting session.' });
  })
  .put('/whatsappsession/:id', signedIn, async (c) => {
    await renewConnection(c.var.scope, { connectionId: idParam(c) });
    return c.json({ message: 'Starting session.' });
  })
  .delete('/whatsappsession/:id', signedIn, async (c) => {
    await disconnectConnection(c.var.scope, { connectionId: idParam(c) });
    return c.json({ message: 'Session disconnected.' });
  })
  .post('/whatsappsession/:id/pairing-code', signedIn, body(PairingInput), async (c) => {
    const { number } = c.req.valid('json');
    const pairingCode = await requestPairingCode(c.var.scope, { connectionId: idParam(c), number });
    return c.json({ pairingCode });
  });
