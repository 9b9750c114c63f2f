import { AppError } from '../../errors.ts';

/** A libSQL server (sqld) that runs with `--enable-namespaces`. */
export type DatabaseServer = {
  url: string;
  /** The port for administration, which only our servers may reach. */
  adminUrl: string;
  /** A JWT for the databases; the port for administration has a key of its own. */
  token?: string | undefined;
  adminKey?: string | undefined;
};

/** sqld takes the namespace from the first label of the host, so DNS does not have to know it. */
export function fetchFrom(namespace: string): typeof fetch {
  const call = (input: string | URL | Request, options?: RequestInit) => {
    const request = new Request(input, options);
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
    throw new Error(`the database server answered ${response.status}: ${await response.text()}`);
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
