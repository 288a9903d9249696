// The address codec and the secret detector, in a separate file that is loaded when typing begins.
export { parseDrops } from '@xrp-bridge/contracts/drops';
export { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
export { detectSecret } from '@xrp-bridge/contracts/secrets';
export { checkDestination, tagProblem } from '@xrp-bridge/contracts/xrp-address';
