import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

it.each([
  ['John+shop@Example.COM', 'john@example.com'],
  ['john+a+b@example.com', 'john@example.com'],
  ['j.o.h.n@example.com', 'j.o.h.n@example.com'],
  ['+john@example.com', '+john@example.com'],
  ['J.o.h.n+shop@gmail.com', 'john@gmail.com'],
  ['jo.hn@googlemail.com', 'john@gmail.com'],
  ['+@gmail.com', '+@gmail.com'],
  ['john@ya.ru', 'john@yandex.ru'],
  ['j.o.h.n@outlook.com', 'j.o.h.n@outlook.com'],
  ['john-shop@yahoo.com', 'john-shop@yahoo.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
