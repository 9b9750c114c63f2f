import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('the dashboard reads counters, attendants, contacts and both charts', async () => {
  const numbers = await ana.get('/dashboard', { days: 30, date_from: undefined, date_to: undefined });
  const counters = 'supportHappening supportPending supportFinished avgSupportTime avgWaitTime';
  for (const name of counters.split(' ')) expectFields(numbers, `counters.${name}`);
  expectFields(numbers, 'counters.totalCompanies counters.totalWhatsappSessions');
  expectFields(numbers, 'attendants[].name:string attendants[].rating attendants[].avgSupportTime');
  expectFields(numbers, 'attendants[].online:boolean');
  expectFields(await ana.get('/contacts', { searchParam: '', pageNumber: 1 }), 'count:number');
  const { companyId } = ana.user;
  const chart = { initialDate: '2026-03-10', finalDate: '2026-03-10', companyId };
  expectFields(
    await ana.get('/dashboard/ticketsUsers', chart),
    'data[].nome:string data[].quantidade:number',
  );
  expectFields(
    await ana.get('/dashboard/ticketsDay', chart),
    'count:number data[].total data[].horario:number',
  );
  const days = { ...chart, initialDate: '2026-03-01' };
  expectFields(await ana.get('/dashboard/ticketsDay', days), 'count:number data[].total data[].data:string');
});
