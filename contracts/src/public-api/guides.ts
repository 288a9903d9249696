import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { exchangeGuideSchema, walletGuideSchema } from '../guides.ts';

export const GetWalletGuide = defineRoute({
  method: 'GET',
  path: '/api/wallet-guides/{wallet}',
  summary: 'Returns how to find the XRP address in a wallet; for MetaMask, why it has none',
  access: 'open',
  params: z.object({ wallet: z.string() }),
  reply: z.object({ guide: walletGuideSchema }),
  errors: ['wallet_guide_not_found'],
});

export const GetExchangeGuide = defineRoute({
  method: 'GET',
  path: '/api/exchange-guides/{exchange}',
  summary: 'Returns the steps to the withdrawal form of an exchange',
  access: 'open',
  params: z.object({ exchange: z.string() }),
  reply: z.object({ guide: exchangeGuideSchema }),
  errors: ['exchange_guide_not_found'],
});
