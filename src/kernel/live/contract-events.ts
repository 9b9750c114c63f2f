export type ContractEvent = { name: string; data: unknown };

/**
 * One update under every name that existing clients listen to. Most have one name; where the reference
 * server says A and its client listens to B, both go out (contract: realtime, "Name mismatches").
 * They are sent socket by socket, so a name without a company never leaves it.
 */
export function contractEvents(companyId: number, channel: string, data: unknown): ContractEvent[] {
  const own = { name: `company-${companyId}-${channel}`, data };
  switch (channel) {
    case 'tag':
      return [
        own,
        { name: 'tag', data },
        ...unlessDeleted({ name: 'user', data: listItem(data, 'tag', 'tags') }),
      ];
    case 'file':
      return [
        { name: `company${companyId}-file`, data },
        ...unlessDeleted({ ...own, data: listItem(data, 'fileList', 'files') }),
      ];
    case 'whatsappSession':
      return [own, { name: 'whatsappSession', data }];
    case 'quickmessage':
      return [own, { name: `company${companyId}-quickemessage`, data }];
    default:
      return [own];
  }
}

/** Under the second name of tags and of files a deletion is one their pages do not know: they would go white. */
function unlessDeleted(event: ContractEvent): ContractEvent[] {
  return isObject(event.data) && event.data.action === 'delete' ? [] : [event];
}

/** Those pages read one item under the name of their list where the server names the item. */
function listItem(data: unknown, item: string, list: string): unknown {
  if (!isObject(data) || !(item in data)) return data;
  const { [item]: value, ...rest } = data;
  return { ...rest, [list]: value };
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
