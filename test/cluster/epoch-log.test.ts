import { expect, test } from 'bun:test';
import { createEpochLog } from '../../bench/cluster/epoch-log.ts';

const write = (node: string, epoch: number, beganAt: number, endedAt = beganAt + 1) => ({
  ...{ companyId: 7, epoch, node, isRefused: false, beganAt, endedAt },
});

test('writes of one owner after the other are in order, also when their answers are late', () => {
  const log = createEpochLog();
  log.add(write('one', 1, 0));
  log.add(write('one', 1, 10, 40));
  log.add(write('two', 2, 20, 30));
  log.add({ ...write('one', 1, 50), isRefused: true });
  expect(log.faults()).toEqual([]);
  expect([log.writes, log.refused, log.epochs]).toEqual([3, 1, 2]);
});

test('a write of a former owner that succeeds after one of the next is found', () => {
  const log = createEpochLog();
  for (const one of [write('one', 1, 0), write('two', 2, 10), write('three', 3, 20), write('one', 1, 12)])
    log.add(one);
  expect(log.faults()).toEqual(['company 7: one wrote in epoch 1 after two in 2']);
});

test('two nodes in one epoch are found', () => {
  const log = createEpochLog();
  log.add(write('one', 1, 0));
  log.add(write('two', 1, 5));
  expect(log.faults()).toEqual(['company 7: one and two wrote in epoch 1']);
});
