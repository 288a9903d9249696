import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Address ranges that are not public: loopback, private, link-local, multicast, reserved. */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, bits, 'ipv6');
}

/**
 * Resolves a name for the connection itself, and fails if one of its addresses is not public.
 * A check before the connection would allow DNS rebinding. Node connects to numeric addresses without a look-up, so
 * check the address with `isPublicHttps` too, which refuses numeric addresses.
 */
export const lookUpPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    const isInside = found?.some(({ address }) => inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
    done(error ?? (isInside ? new Error('the address is on no public server') : null), found);
  });
};
