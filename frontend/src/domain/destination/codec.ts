// This file contains the address codec and the secret detector. It is separate, because it is loaded only when typing
// begins.
export { parseDrops } from '@xrp-bridge/contracts/drops';
export { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
export { detectSecret } from '@xrp-bridge/contracts/secrets';
export { checkDestination, tagProblem } from '@xrp-bridge/contracts/xrp-address';
