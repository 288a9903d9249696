import { openTestBus } from './bus.harness.ts';

// A consumer in a process of its own, to be killed in the middle of its work.
// Arguments: the bus's address as JSON, group, topic. Prints the id of each event that it is given, and never finishes one.
const [address = '', group = '', topic = ''] = process.argv.slice(2);

const bus = openTestBus(JSON.parse(address));
await bus.subscribe({
  group,
  topics: [topic],
  deliver: (event) => {
    console.log(event.id);
    return new Promise(() => {});
  },
});
console.log('subscribed');
// The parent process may be gone.
process.stdin.on('close', () => process.exit(1)).resume();
