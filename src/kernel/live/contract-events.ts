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
      return [own, { name: 'tag', data }, { name: 'user', data: tagsPageData(data) }];
    case 'whatsappSession':
      return [own, { name: 'whatsappSession', data }];
    case 'quickmessage':
      return [own, { name: `company${companyId}-quickemessage`, data }];
    default:
      return [own];
  }
}

/** The tags page reads `tags` (one item) where the server says `tag`. */
function tagsPageData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('tag' in data)) return data;
  const { tag, ...rest } = data;
  return { ...rest, tags: tag };
}
