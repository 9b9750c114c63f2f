import { describe } from 'bun:test';
import { BACK, FREE, MENU, MUDA, NET, ROOT, SHOP, SUPORTE, talk, VENDAS } from './talk.test-support.ts';

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTime: '08:00',
  endTime: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));
const NIGHTS = WEEK.map((day) => ({
  ...day,
  startTime: '22:00',
  endTime: '06:00',
  startTimeB: '',
  endTimeB: '',
}));
const CLOSED = 'Estamos fechados.';

describe('company hours', () => {
  const shop = { ...SHOP, scheduleType: 'company' as const, hours: WEEK, outOfHours: CLOSED };
  talk('open', shop, [['oi', [MENU]]]);
  talk(
    'before: told once, again after an hour of silence',
    shop,
    [
      ['oi', [CLOSED], FREE],
      ['alô', []],
      [{ text: 'alô', wait: 59 }, []],
      [{ text: 'alô', wait: 59 }, []],
      [{ text: 'alô', wait: 61 }, [CLOSED]],
      ['#', []],
      [{ text: 'oi', wait: 180 }, [MENU]],
    ],
    { at: '2026-03-10 04:00' },
  );
  talk('noon', shop, [['oi', [CLOSED]]], { at: '2026-03-10 12:30' });
  talk(
    'to the minute',
    shop,
    [
      ['oi', [CLOSED]],
      ['oi', [MENU]],
    ],
    { at: '2026-03-10 07:58' },
  );
  talk('a day without a row is open', shop, [['oi', [MENU]]], { at: '2026-03-14 23:00' });
  talk(
    'the walk stops when the door closes, and goes on in the morning',
    shop,
    [
      ['oi', [MENU]],
      ['2', [ROOT]],
      [{ text: '1', wait: 20 }, [CLOSED], { queueId: 2, chatbot: true }],
      [{ text: '1', wait: 14 * 60 }, NET],
    ],
    { at: '2026-03-10 17:45' },
  );
  talk('without a text hours have no effect', { ...shop, outOfHours: '  ' }, [['oi', [MENU]]], {
    at: '2026-03-10 03:00',
  });
  talk('without rows it is always open', { ...shop, hours: [] }, [['oi', [MENU]]], {
    at: '2026-03-10 03:00',
  });
  talk('disabled', { ...shop, scheduleType: 'disabled' }, [['oi', [MENU]]], { at: '2026-03-10 03:00' });
  talk('an agent is not spoken over', shop, [['oi', []]], {
    at: '2026-03-10 03:00',
    state: { hasAgent: true },
  });
  talk('a night that began yesterday', { ...shop, hours: NIGHTS }, [['oi', [MENU]]], {
    at: '2026-03-11 05:58',
  });
  talk('its end', { ...shop, hours: NIGHTS }, [['oi', [CLOSED]]], { at: '2026-03-11 06:00' });
  const holidays = [
    { day: '2020-12-25', isYearly: true },
    { day: '2026-03-10', isYearly: false },
  ];
  talk('a holiday', shop, [['oi', [CLOSED]]], { holidays });
  talk('a yearly one', shop, [['oi', [CLOSED]]], { holidays, at: '2026-12-25 10:00' });
  talk('the night of a holiday does not begin', { ...shop, hours: NIGHTS }, [['oi', [CLOSED]]], {
    holidays,
    at: '2026-03-11 02:00',
  });
  const zone = 'America/New_York';
  talk('the hour that does not exist', shop, [['oi', [MENU]]], { zone, at: '2026-03-09 08:00' });
  talk('the day after clocks went back', shop, [['oi', [CLOSED]]], { zone, at: '2026-11-02 07:58' });
  talk(
    'with one queue: its people see the ticket',
    { ...shop, queues: [SUPORTE] },
    [
      ['1', [CLOSED], { queueId: 2, chatbot: true }],
      [{ text: '1', wait: 420 }, [ROOT]],
    ],
    { at: '2026-03-10 03:00' },
  );
  talk(
    'without queues',
    { ...shop, queues: [], greeting: 'Olá!' },
    [
      ['oi', [CLOSED]],
      [{ text: 'oi', wait: 420 }, ['Olá!']],
    ],
    { at: '2026-03-10 03:00' },
  );
});

describe('queue hours', () => {
  const closing = { ...VENDAS, hours: WEEK, outOfHours: 'Vendas fechou.' };
  const shop = { ...SHOP, scheduleType: 'queue' as const, queues: [closing, SUPORTE, MUDA] };
  const at = '2026-03-10 20:00';
  talk(
    'the one just chosen: told, and back before the menu',
    shop,
    [
      ['oi', [MENU]],
      ['1', [`Vendas fechou.${BACK}`], FREE],
      ['1', [`Vendas fechou.${BACK}`], FREE],
      ['#', [MENU]],
      ['2', [ROOT], { queueId: 2 }],
    ],
    { at },
  );
  talk('open', shop, [
    ['oi', [MENU]],
    ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]'], { queueId: 1 }],
  ]);
  talk(
    'by company instead',
    { ...shop, scheduleType: 'company' },
    [
      ['oi', [MENU]],
      ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]']],
    ],
    { at },
  );
  talk(
    'without a text',
    { ...shop, queues: [{ ...closing, outOfHours: '' }, MUDA] },
    [
      ['oi', ['Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Muda']],
      ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]']],
    ],
    { at },
  );
  talk(
    'who waits in it is told once in an hour of silence',
    shop,
    [
      ['oi', ['Vendas fechou.'], { queueId: 1 }],
      ['oi', []],
      [{ text: 'oi', wait: 61 }, ['Vendas fechou.']],
      ['#', [MENU], FREE],
    ],
    { at, state: { queueId: 1 } },
  );
  talk(
    'the sole queue',
    { ...shop, queues: [closing] },
    [
      ['oi', ['Vendas fechou.'], { queueId: 1 }],
      ['oi', []],
    ],
    { at },
  );
  talk(
    'a queue that is gone does not crash',
    { ...shop, queues: [SUPORTE, MUDA] },
    [['oi', ['Olá!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Muda']]],
    { at, state: { queueId: 1, memory: { menuAt: 5 } } },
  );
});
