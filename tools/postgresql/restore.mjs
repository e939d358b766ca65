// A base backup and an archive of WAL; an accident; a restore to the moment before; what the server says to it.
import { appendFileSync, writeFileSync } from 'node:fs';
import * as ground from './ground.mjs';
import { join } from 'node:path';

const said = (text) => console.log(`✓ ${text}`);

function expect(holds, text) {
  if (!holds) throw new Error(`expected: ${text}`);
  said(text);
}

const people = Array.from({ length: 9 }, ground.person);
const create = async (call, owner) => (await call('POST', '/api/v1/smart-accounts', {
  smart_account_signers: [{ address: owner.address, permissions: ['CAN_INITIATE', 'CAN_VOTE', 'CAN_EXECUTE'] }], threshold: 1,
}, { 'x-idempotency-key': owner.address })).smart_account_address;

await ground.drill(async () => {
  const archive = ground.pgFolder('archive');
  const primary = await ground.cluster('primary', {
    archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  const data = join(ground.folder, 'server');
  const start = (port, flags = []) => ground.mandate('server', ground.storeAt(port), { flags });
  let server = await start(primary.port);
  let call = ground.client(server.port);
  const made = [];
  const makeThree = async () => {
    for (let more = 0; more < 3; more++) made.push(await create(call, people[made.length]));
  };
  await makeThree();

  const base = ground.pgFolder('restored');
  ground.pg('pg_basebackup', '-h', '127.0.0.1', '-p', String(primary.port), '-U', 'mandate', '-D', base, '--checkpoint=fast');
  said('base backup taken beside the running server');
  await makeThree();
  await ground.sleep(2_000);
  const moment = primary.sql('SELECT clock_timestamp()');
  await ground.sleep(1_000);
  await makeThree();
  // The anchor remembers them after a second.
  await ground.sleep(3_000);
  await server.kill('SIGTERM');
  primary.sql('DROP SCHEMA mandate CASCADE');
  const last = primary.sql('SELECT pg_walfile_name(pg_switch_wal())');
  for (let poll = 0; primary.sql('SELECT last_archived_wal FROM pg_stat_archiver') < last; poll++) {
    if (poll === 100) throw new Error('the archive does not get on');
    await ground.sleep(100);
  }
  await primary.stop();
  said(`accident: the schema is gone. Restoring to ${moment}`);

  appendFileSync(join(base, 'postgresql.auto.conf'), [
    `restore_command = 'cp ${archive}/%f %p'`, `recovery_target_time = '${moment}'`, "recovery_target_action = 'promote'", '',
  ].join('\n'));
  writeFileSync(join(base, 'recovery.signal'), '');
  const begun = performance.now();
  const restored = await ground.postgres(base);
  said(`PostgreSQL has recovered within ${((performance.now() - begun) / 1000).toFixed(1)} s`);

  const store = ground.storeAt(restored.port);
  const verify = () => ground.command('verify-log', '--store', store, '--data-dir', data);
  const lost = await verify();
  expect(lost.code === 1 && lost.text.includes('has lost commits'), 'verify-log tells the loss');
  const refused = await start(restored.port).then(() => '', (fault) => fault.message);
  expect(refused.includes('--accept-lost-commits'), 'the server does not start on it');
  server = await start(restored.port, ['--accept-lost-commits']);
  said('with --accept-lost-commits it starts');
  call = ground.client(server.port);
  const again = [];
  for (const owner of people) again.push(await create(call, owner));
  expect(again.join() === made.join(), 'the three accounts that were lost are found again by the same requests');
  await ground.sleep(2_000);
  await server.kill('SIGTERM');
  server = await start(restored.port);
  await server.kill('SIGTERM');
  const clean = await verify();
  expect(clean.code === 0, 'the next start needs no flag, and verify-log is clean');
  console.log(clean.text.split('\n').map((line) => `    ${line}`).join('\n'));
});
