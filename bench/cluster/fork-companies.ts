import { namespaceOf } from '@/core/db/tenants/remote-tenants.ts';
import type { Stand } from './stand.ts';

/** Copies of a company under the numbers after it; founding each of a thousand takes a quarter of an hour. */
export async function forkCompanies({ server, rows }: Stand, from: number, count: number): Promise<void> {
  const columns = await rows<{ name: string }>(undefined, "SELECT name FROM pragma_table_info('companies')");
  const shared = columns.map(({ name }) => name).filter((name) => !['id', 'name', 'email'].includes(name));
  // One after the other: several forks at once may keep sqld from answering any of them.
  for (let companyId = from + 1; companyId <= from + count; companyId += 1) {
    const url = `${server.adminUrl}/v1/namespaces/${namespaceOf(from)}/fork/${namespaceOf(companyId)}`;
    const reply = await fetch(url, { method: 'POST' });
    if (!reply.ok) throw new Error(`${companyId} was not copied: ${await reply.text()}`);
    await rows(
      undefined,
      `INSERT INTO companies (id, name, email, ${shared}) SELECT ?, ?, ?, ${shared} FROM companies WHERE id = ?`,
      [companyId, `Empresa ${companyId}`, `dona${companyId}@empresa.test`, from],
    );
    if (companyId % 100 === 0) process.stderr.write(`${companyId} copied\n`);
  }
}
