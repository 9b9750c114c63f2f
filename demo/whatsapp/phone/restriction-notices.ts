import { node, SERVER, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';

/** `until` in seconds since 1970; null lifts it. */
export function announceTimeLock(phone: Phone, until: number | null): void {
  announce(phone, 'NotificationUserReachoutTimelockUpdate', {
    xwa2_notify_account_reachout_timelock: {
      is_active: until !== null,
      ...(until !== null && { time_enforcement_ends: String(until), enforcement_type: 'BIZ_QUALITY' }),
    },
  });
}

export type Capping = 'NONE' | 'FIRST_WARNING' | 'SECOND_WARNING' | 'CAPPED';

/** How many new chats are left in this cycle, which ends at `until` (seconds since 1970). */
export function announceCapping(phone: Phone, status: Capping, until: number): void {
  announce(phone, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: {
      capping_status: status,
      cycle_end_timestamp: String(until),
    },
  });
}

function announce(phone: Phone, operation: string, data: object): void {
  const content = Buffer.from(JSON.stringify({ data }));
  for (const device of phone.devices.values()) {
    const attributes = { id: phone.network.nextId(), type: 'mex', from: SERVER, t: seconds() };
    device.deliver(node('notification', attributes, [node('update', { op_name: operation }, content)]));
  }
}
