// What accounts and payments take of a database: bytes of tables with their indexes, bytes of WAL, and connections.
import * as ground from './ground.mjs';

const ACCOUNTS = 200;
const PAYMENTS = 1_000;
const TABLES = ['event', 'state_row', 'answer', 'outbox', 'checkpoint'];

await ground.drill(async () => {
  const database = await ground.cluster('database', { fsync: 'off' });
  const server = await ground.mandate('server', ground.storeAt(database.port));
  const call = ground.client(server.port);
  const look = async () => {
    // Workers and the projection of events end what has begun.
    await ground.sleep(4_000);
    const wal = Number(database.sql("SELECT pg_current_wal_lsn() - '0/0'"));
    database.sql('VACUUM FULL');
    const sizes = TABLES.map((table) => Number(database.sql(`SELECT pg_total_relation_size('mandate.${table}')`)));
    return { sizes, wal, after: Number(database.sql("SELECT pg_current_wal_lsn() - '0/0'")), events: Number(database.sql('SELECT count(*) FROM mandate.event')) };
  };
  const rows = [['bytes for each', ...TABLES, 'together', 'WAL', 'events']];
  let before = await look();
  const measured = async (name, count, work) => {
    await work();
    const now = await look();
    const each = now.sizes.map((size, table) => Math.round((size - before.sizes[table]) / count));
    rows.push([name, ...each, each.reduce((sum, size) => sum + size), Math.round((now.wal - before.after) / count), ((now.events - before.events) / count).toFixed(1)]);
    before = now;
  };
  const accounts = [];
  await measured('account', ACCOUNTS, async () => {
    for (let made = 0; made < ACCOUNTS; made++) accounts.push(await ground.account(call));
  });
  const payers = accounts.slice(0, 20);
  for (const { address, owner } of payers) {
    for (const funded of [address, owner.address]) await call('POST', '/api/v1/simulated/fund', { address: funded, lamports: '1000000000000' });
  }
  await measured('payment', PAYMENTS, async () => {
    for (let paid = 0; paid < PAYMENTS; paid += payers.length) await Promise.all(payers.map((from) => ground.pay(call, from)));
  });
  ground.table(rows);
  console.log(`connections of one instance: ${database.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'mandate'")}`);
});
