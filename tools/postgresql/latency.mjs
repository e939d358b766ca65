// What requests take where the database is far away: a server on a simulated chain, and a proxy before its database.
import * as ground from './ground.mjs';

const SECONDS = 20;
const CLIENTS = 10;
const distances = process.argv.slice(2).map(Number);

/** Pays in a loop for some seconds, and returns what each payment took. */
async function load(call, accounts) {
  const end = performance.now() + SECONDS * 1000;
  const all = await Promise.all(accounts.map(async (from) => {
    const own = [];
    while (performance.now() < end) own.push(await ground.pay(call, from));
    return own;
  }));
  return all.flat();
}

await ground.drill(async () => {
  const rows = [['ms each way', 'clients', 'read p50', 'build p50', 'p99', 'submit p50', 'p99', 'create p50', 'payments/s']];
  for (const millis of distances.length ? distances : [0, 20, 150]) {
    const database = await ground.cluster(`database-${millis}`);
    const server = await ground.mandate(`server-${millis}`, ground.storeAt(await ground.delayed(database.port, millis)));
    const call = ground.client(server.port);
    const created = [];
    const create = async () => {
      const begun = performance.now();
      const made = await ground.account(call);
      created.push(performance.now() - begun);
      for (const funded of [made.address, made.owner.address]) await call('POST', '/api/v1/simulated/fund', { address: funded, lamports: '100000000000' });
      return made;
    };
    const accounts = [await create(), await create(), await create()];
    const createMillis = ground.quantile(created, 0.5);
    accounts.push(...(await Promise.all(Array.from({ length: CLIENTS - accounts.length }, create))));
    await load(call, accounts.slice(0, 1));
    for (const clients of [1, CLIENTS]) {
      console.error(`${millis} ms each way, ${clients} clients …`);
      const paid = await load(call, accounts.slice(0, clients));
      const read = [];
      for (let looks = 0; looks < 20; looks++) {
        const begun = performance.now();
        await call('GET', `/api/v1/smart-accounts/${accounts[0].address}`);
        read.push(performance.now() - begun);
      }
      const of = (values, part) => `${ground.quantile(values, part).toFixed(0)}`;
      const [build, submit] = ['build', 'submit'].map((step) => paid.map((one) => one[step]));
      rows.push([millis, clients, of(read, 0.5), of(build, 0.5), of(build, 0.99), of(submit, 0.5), of(submit, 0.99), createMillis.toFixed(0), (paid.length / SECONDS).toFixed(1)]);
    }
    await server.kill('SIGTERM');
    await database.stop();
    console.log('Milliseconds:');
    ground.table(rows);
  }
});
