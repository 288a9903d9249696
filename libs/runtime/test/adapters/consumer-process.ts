import { openTestBus } from './bus.harness.ts';

// A consumer in its own process, which a test kills during its work.
// Arguments: the bus's address as JSON, group, topic. Prints the id of each delivered event and completes none.
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
// Ends when the parent process has exited.
process.stdin.on('close', () => process.exit(1)).resume();
