import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';

type Asked = {
  isForwarded: boolean;
  /** The company on whose node it belongs; undefined while it touched none of another node. */
  companyId?: number;
  /** It has written something, or is over: no other node may repeat it. */
  isBound?: true;
};

const asked = new AsyncLocalStorage<Asked>();

/** Throws ERR_NOT_OWNER in a request that can still go to the company's own node. */
export function leadToOwner(companyId: number): void {
  const request = asked.getStore();
  if (!request || request.isForwarded || request.isBound) return;
  request.companyId = companyId;
  throw new AppError('ERR_NOT_OWNER');
}

export function bindHere(): void {
  const request = asked.getStore();
  if (request) request.isBound = true;
}

/** Returns the company to whose node the request belongs, instead of its response. */
export async function runHere(
  isForwarded: boolean,
  run: () => Response | Promise<Response>,
): Promise<Response | number> {
  const request: Asked = { isForwarded };
  const response = await asked.run(request, async () => run());
  request.isBound = true;
  return request.companyId ?? response;
}
