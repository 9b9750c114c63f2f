import { beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { addTask, editTask, readTasks, watchTasks, writeTasks } from './task-storage.ts';

withDom();

const bia = { id: 1, companyId: 1 };
beforeEach(() => localStorage.clear());

describe('tasks', () => {
  test('are stored per person and company', () => {
    writeTasks(bia, addTask([], 'ligar'));
    expect(readTasks(bia).map(({ text }) => text)).toEqual(['ligar']);
    expect(readTasks({ id: 2, companyId: 1 })).toEqual([]);
    expect(readTasks({ id: 1, companyId: 2 })).toEqual([]);
  });

  test('are trimmed and ignore blank text when added or edited', () => {
    const one = addTask([], '  ligar ');
    expect(one[0]?.text).toBe('ligar');
    for (const blank of ['', ' ', '\n\t']) {
      expect(addTask(one, blank)).toBe(one);
      expect(editTask(one, one[0]?.id ?? '', blank)).toBe(one);
    }
    expect(editTask(one, one[0]?.id ?? '', ' escrever ')[0]?.text).toBe('escrever');
  });

  test('skip invalid stored values', () => {
    for (const stored of ['nonsense', '{}', 'null', '7', '[null, 3, {"id":1,"text":"x"}, {"id":"a"}]']) {
      localStorage.setItem('todolist:1:1', stored);
      expect(readTasks(bia)).toEqual([]);
    }
  });

  test('writeTasks returns false when the storage is full', () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') as PropertyDescriptor;
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { setItem: full } });
    expect(writeTasks(bia, [])).toBe(false);
    Object.defineProperty(globalThis, 'localStorage', own);
    expect(writeTasks(bia, [])).toBe(true);
  });

  test('react to changes of their own key from other tabs only', () => {
    let received = 0;
    const stop = watchTasks(bia, () => {
      received += 1;
    });
    const notify = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }));
    notify('todolist:1:1');
    notify('todolist:1:2');
    notify(null);
    stop();
    notify('todolist:1:1');
    expect(received).toBe(2);
  });
});
