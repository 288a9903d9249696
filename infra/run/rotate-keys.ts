import { rotateSigningKeys } from '@xrp-bridge/runtime/signing-keys';
import { runCommand, withDatabases } from './command.ts';
import { loadService, targets } from './targets.ts';

// npm run rotate-keys: replaces the keys that sign cookies and links in mails. Signatures of the previous keys stay
// valid, older signatures do not (ADR 0037). Needs the settings of the services, which may be running. On one machine
// the product must not run, unless DATABASE_URL is set.

await runCommand(async (environment) => {
  const definitions = await Promise.all(targets.map((target) => loadService[target]()));
  const kindsOf = new Map(definitions.map(({ name, signingKeys = [] }) => [name, signingKeys]));
  const withKeys = targets.filter((target) => kindsOf.get(target)?.length);
  await withDatabases(environment, withKeys, async (db, service) => {
    const kinds = kindsOf.get(service) ?? [];
    await rotateSigningKeys(db, kinds);
    console.log(`${service}: replaced ${kinds.map((kind) => kind.name).join(', ')}`);
  });
  console.log('Running instances sign with the new keys within 30 seconds.');
});
