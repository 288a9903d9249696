import { HttpResponse, http } from 'msw';
import type { FakeApi } from './fake-api.ts';
import { textbox } from './locators.ts';
import { address, sandboxStripe } from './replies.ts';

/** The URL at which the sandbox's card form confirms the fake API's payment intent. */
export const confirmUrl = `${sandboxStripe}/v1/payment_intents/pi_1/confirm`;

export async function fillCard(number = '4242424242424242'): Promise<void> {
  await textbox('Card number').fill(number);
  await textbox('Expires').fill('1228');
  await textbox('Security code').fill('123');
}

/** Returns a handler that accepts the card and sets the fake API's transfer to paid. */
export function succeed(api: FakeApi) {
  return http.post(confirmUrl, async ({ request }) => {
    const body = Object.fromEntries(new URLSearchParams(await request.text()));
    api.calls.push({ method: 'STRIPE', path: 'confirm', body });
    api.push({ status: 'instructions_sent', destinationAddress: address });
    return HttpResponse.json({ id: 'pi_1', status: 'succeeded' });
  });
}
