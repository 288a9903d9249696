// The server's view of the contracts. Browser code imports the files it needs, so that pages stay small.
export * from './define.ts';
export * from './drops.ts';
export * from './exchanges.ts';
export * from './explorers.ts';
export * from './guides.ts';
export * from './instructions.ts';
export * from './ledger.ts';
export * from './notification.ts';
export * from './operations.ts';
export * from './payment.ts';
export * from './prices.ts';
export * from './problem.ts';
export * from './public-api/index.ts';
export * from './task.ts';
export * from './transfer.ts';
export * from './wallets.ts';
export * from './xrp-address.ts';
