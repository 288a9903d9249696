import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../process/target.ts';
import { startRestarting } from '../src/installation.ts';

const program = [process.execPath, '-e', "console.log('Ready on nothing'); setInterval(() => {}, 1_000);"];
const brokenProgram = [process.execPath, '-e', ''];

it('starts a process again that has ended by itself, and leaves a killed one down until its start', async () => {
  const launched: ReturnType<typeof startProgram>[] = [];
  const started = await startRestarting('the program', () => {
    const running = startProgram(program, {});
    launched.push(running);
    return running;
  });
  onTestFinished(started.stop);
  started.signal('SIGTERM');
  await expect.poll(() => launched.length).toBe(2);
  await launched[1]?.ready;
  await started.kill();
  expect(launched).toHaveLength(2);
  await started.start();
  expect(launched).toHaveLength(3);
  expect(started.countExits()).toBe(1);
});

it('starts a killed process again that ends before it is ready', async () => {
  const launched: ReturnType<typeof startProgram>[] = [];
  const started = await startRestarting('the program', () => {
    const running = startProgram(launched.length === 1 ? brokenProgram : program, {});
    launched.push(running);
    return running;
  });
  onTestFinished(started.stop);
  await started.kill();
  await started.start();
  await expect.poll(() => launched.length).toBe(3);
  await launched[2]?.ready;
  expect(started.countExits()).toBe(1);
});
