import { z } from 'zod';
import { AppError, StartRefused } from '../../errors.ts';

/** A libSQL server (sqld) that runs with `--enable-namespaces`. */
export type DatabaseServer = {
  url: string;
  /** The port for administration, which only our servers may reach. */
  adminUrl: string;
  /** A JWT for the databases; the port for administration has a key of its own. */
  token?: string | undefined;
  adminKey?: string | undefined;
};

/** Longer than any statement; a connection that died without a word would keep its caller waiting for minutes. */
export const ANSWER_MS = 30_000;

/** sqld takes the namespace from the first label of the host, so DNS does not have to know it. */
export function fetchFrom(namespace: string, answerMs = ANSWER_MS): typeof fetch {
  const call = (input: string | URL | Request, options?: RequestInit) => {
    const request = new Request(input, { signal: AbortSignal.timeout(answerMs), ...options });
    request.headers.set('Host', `${namespace}.database`);
    return fetch(request);
  };
  return call as typeof fetch;
}

export type Namespaces = {
  create(namespace: string): Promise<void>;
  has(namespace: string): Promise<boolean>;
  remove(namespace: string): Promise<void>;
};

const CALL_MS = 10_000;

export function createNamespaces({ adminUrl, adminKey }: DatabaseServer): Namespaces {
  const call = (namespace: string, method: 'GET' | 'POST' | 'DELETE', action = '') =>
    fetch(`${adminUrl}/v1/namespaces/${namespace}${action}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(adminKey !== undefined && { Authorization: `Basic ${adminKey}` }),
      },
      signal: AbortSignal.timeout(CALL_MS),
      ...(method === 'POST' && { body: '{}' }),
    });
  const refuse = async (response: Response): Promise<never> => {
    const reason = (await response.text()).trim();
    throw new Error(`the database server answered ${response.status}${reason && `: ${reason}`}`);
  };
  const has = async (namespace: string): Promise<boolean> => {
    const response = await call(namespace, 'GET', '/config');
    return response.ok || response.status === 404 ? response.ok : refuse(response);
  };

  return {
    has,
    async create(namespace) {
      const response = await call(namespace, 'POST', '/create');
      if (response.ok) return;
      if (await has(namespace)) throw new AppError('ERR_COMPANY_NUMBER_TAKEN');
      await refuse(response);
    },
    async remove(namespace) {
      const response = await call(namespace, 'DELETE');
      if (!response.ok && response.status !== 404) await refuse(response);
    },
  };
}

const Stats = z.object({
  id: z.string(),
  replication_index: z.number(),
  queries: z.object({ id: z.string() }),
});

/** Its start is a part of it, because after a kill the server counts on from less. */
export async function stampOf(
  { adminUrl, adminKey }: DatabaseServer,
  namespace: string,
): Promise<string | null> {
  const response = await fetch(`${adminUrl}/v1/namespaces/${namespace}/stats`, {
    headers: { ...(adminKey !== undefined && { Authorization: `Basic ${adminKey}` }) },
    signal: AbortSignal.timeout(CALL_MS),
  });
  const stats = Stats.safeParse(response.ok ? await response.json() : undefined).data;
  return stats ? `${stats.id} ${stats.queries.id} ${stats.replication_index}` : null;
}

/** Throws StartRefused when the server is not reached, or refuses the token or the key. */
export async function requireServer(server: DatabaseServer, namespace: string): Promise<void> {
  const { url, adminUrl, token } = server;
  const refuse = (setting: string, reason: string): never => {
    throw new StartRefused(`${setting}: the libSQL server ${reason}.`);
  };
  await createNamespaces(server)
    .has(namespace)
    .catch((error) => refuse('DATABASE_ADMIN_URL', `at ${adminUrl} cannot be used (${error.message})`));
  const { status } = await fetchFrom(namespace)(`${url}/v2/pipeline`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ requests: [{ type: 'close' }] }),
    signal: AbortSignal.timeout(CALL_MS),
  }).catch((error) => refuse('DATABASE_URL', `at ${url} is not reached (${error.message})`));
  if (status === 401 || status === 403) refuse('DATABASE_TOKEN', `at ${url} refuses it`);
}
