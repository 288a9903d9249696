import { expect, it } from 'vitest';
import { isEasyPassword } from './easy-password.ts';

const names = ['XRP Bridge', 'https://bridge.example', 'Petra Lind'];

it.each(['1qaz2wsx3edc', 'Q1W2E3R4T5Y6', '1234567890123', 'unbelievable'])('%s is a common password', (common) => {
  expect(isEasyPassword(common, names)).toBe(true);
});

it.each(['xrp-bridge-2026!', 'PetraLind12345', 'Password2026!!', 'Operator.Example1'])(
  '%s is too short without obvious words',
  (obvious) => {
    expect(isEasyPassword(obvious, names)).toBe(true);
  },
);

it.each(['four quiet green kettles', 'a-password-of-my-own', 'k7Qm2xVt9RbL', 'petra walks to the bridge at night'])(
  '%s is not easy to guess',
  (good) => {
    expect(isEasyPassword(good, names)).toBe(false);
  },
);
