import { work } from '../../src/job.ts';
import { Count, openTestQueues } from './queue.harness.ts';

// A worker in a process of its own, to be killed in the middle of its work.
// Argument: the queue's address as JSON. Prints the id of each job that it is given, and never finishes one.
const queues = openTestQueues(JSON.parse(process.argv[2] ?? ''));
await queues.work([
  work(Count, (_data, job) => {
    console.log(job.id);
    return new Promise(() => {});
  }),
]);
console.log('working');
// The parent process may be gone.
process.stdin.on('close', () => process.exit(1)).resume();
