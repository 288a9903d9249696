import { expect, it } from 'vitest';
import { isEasyPassword } from './easy-password.ts';

const names = ['XRP Bridge', 'bridge.example', 'Petra Lind'];

it.each(['1qaz2wsx3edc', 'Q1W2E3R4T5Y6', '1234567890123', 'unbelievable'])(
  '%s is a common password',
  async (common) => {
    expect(await isEasyPassword(common, names)).toBe(true);
  },
);

it.each(['xrp-bridge-2026!', 'PetraLind12345', 'Password2026!!', 'Operator.Example1'])(
  '%s is too short without obvious words',
  async (obvious) => {
    expect(await isEasyPassword(obvious, names)).toBe(true);
  },
);

it.each(['four quiet green kettles', 'a-password-of-my-own', 'k7Qm2xVt9RbL', 'petra walks to the bridge at night'])(
  '%s is not easy to guess',
  async (good) => {
    expect(await isEasyPassword(good, names)).toBe(false);
  },
);
