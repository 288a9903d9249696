import { describe, expect, it } from 'vitest';
import { whyNotShow } from './verify-wording.ts';

const facts = `Kraken sends an e-mail with a link for each new address.
1. Open the e-mail from Kraken and press the link within one hour.
If you changed your password, new addresses wait 12 hours. After buying by bank transfer withdrawals wait 7 days.
Choose the network “XRP Ledger”, not “Base”. Kraken is said to charge about 0.02 XRP.
Your own wallet needs no destination tag: leave it empty. Never type your recovery phrase on a website.`;

describe('a wording that says the same', () => {
  it.each([
    'Kraken sends you an e-mail with a link for each new address. Press the link within one hour.',
    'Open the e-mail from Kraken and press its link within 1 hour.',
    'If your password was changed, a new address waits 12 hours.',
    'After buying by bank transfer, withdrawals wait seven days.',
    'Please choose the network “XRP Ledger”, not “Base”.',
    'Your own wallet does not need a destination tag. Leave it empty.',
    'Kraken is said to charge about 0.02 XRP.',
    'Never type your recovery phrase on any website.',
  ])('may be shown: %s', (wording) => {
    expect(whyNotShow(wording, facts)).toBeNull();
  });
});

describe('a wording is held back', () => {
  it.each([
    ['number', 'If you changed your password, new addresses wait 24 hours.'],
    ['number', 'If you changed your password, new addresses wait 12 days.'],
    ['number', 'If you changed your password, new addresses wait twelve days.'],
    ['number', 'After buying by bank transfer withdrawals wait two weeks.'],
    ['number', 'Kraken is said to charge about 0.2 XRP.'],
    ['number', 'Kraken sends ten e-mails with a link for each new address.'],
    ['address', 'Send it to rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh, your own wallet.'],
    ['address', 'Open kraken-support.com and press the link within one hour.'],
    ['address', 'Open the e-mail from help@kraken.example and press the link.'],
    ['address', 'Open https://kraken.com/verify and press the link within one hour.'],
    ['name', 'Coinbase sends an e-mail with a link for each new address.'],
    ['name', 'kraken sends an e-mail, as does coinbase, for each new address.'],
    ['name', 'Open the e-mail from Kraken and press the link, says Brad Garlinghouse.'],
    ['denial', 'Choose the network “Base”, not “XRP Ledger”.'],
    ['content', 'Your own wallet needs a destination tag.'],
    ['denial', 'If you changed your password, new addresses do not wait.'],
    ['content', 'New addresses wait 12 hours.'],
    ['content', 'Kraken charges exactly 0.02 XRP.'],
    ['content', 'Open the e-mail. XRP will surely rise and make everybody rich.'],
    ['content', 'I am happy to help, and there is nothing at all to worry about today.'],
    ['secret', 'Type your recovery phrase and press the link within one hour.'],
    ['secret', 'To confirm, send the code from Kraken’s e-mail, please.'],
    ['secret', 'Your seed is sEdTM1uX8pu2do5XvTnutH6HsouMaM2, keep it.'],
    ['markup', 'Open the **e-mail** from Kraken and press the link within one hour.'],
    ['markup', 'Open the e-mail from Kraken and press <a>the link</a> within one hour.'],
    ['markup', 'Open the e-mail from Kraken\u001b and press the link within one hour.'],
    ['length', 'Open it.'],
    ['length', ''],
    ['length', 'Open the e-mail from Kraken and press the link within one hour. '.repeat(15)],
  ])('for its %s: %s', (reason, wording) => {
    expect(whyNotShow(wording, facts)).toBe(reason);
  });
});
