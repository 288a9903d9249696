// The address codec and the secret detector, in a file of their own: they are fetched when somebody begins to type.
export { parseDrops } from '@xrp-bridge/contracts/drops';
export { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
export { detectSecret } from '@xrp-bridge/contracts/secrets';
export { checkDestination, tagProblem } from '@xrp-bridge/contracts/xrp-address';
