import { TOAST_CHANNEL } from './publish-toast.ts';

export type ContractEvent = { name: string; data: unknown };

/** Channels that existing clients know by other event names than `company-{id}-{channel}`, or by several. */
export type ContractNames = Record<string, (companyId: number, data: unknown) => ContractEvent[]>;

/** Sent per socket under every name that clients listen to (contract: realtime, "Name mismatches"). */
export function contractEvents(
  names: ContractNames,
  companyId: number,
  channel: string,
  data: unknown,
): ContractEvent[] {
  if (channel === TOAST_CHANNEL) return [];
  return names[channel]?.(companyId, data) ?? [companyEvent(companyId, channel, data)];
}

export function companyEvent(companyId: number, channel: string, data: unknown): ContractEvent {
  return { name: `company-${companyId}-${channel}`, data };
}

/** For clients that expect an item under its list's name; they mishandle deletions, so none are sent. */
export function listEvent(name: string, data: unknown, item: string, list: string): ContractEvent[] {
  if (!isObject(data)) return [{ name, data }];
  if (data.action === 'delete') return [];
  if (!(item in data)) return [{ name, data }];
  const { [item]: value, ...rest } = data;
  return [{ name, data: { ...rest, [list]: value } }];
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
