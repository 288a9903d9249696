import { work } from '../../src/job.ts';
import { Count, openTestQueues } from './queue.harness.ts';

// A worker in its own process, which a test kills during its work.
// Argument: the queue's address as JSON. Prints the id of each job that it starts and completes none.
const queues = openTestQueues(JSON.parse(process.argv[2] ?? ''));
await queues.work([
  work(Count, (_data, job) => {
    console.log(job.id);
    return new Promise(() => {});
  }),
]);
console.log('working');
// Ends when the parent process has exited.
process.stdin.on('close', () => process.exit(1)).resume();
