// More clients than a server has files for, without a key and without a word, or with half a one.
//
// A socket takes a file, and who runs out of these cannot take in anybody any more, nor write what it ought to. So the server takes no more
// in at a time than it has room for, and those who only stand there have to go first.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openAccount, people } from '../lib/custody.mjs';
import { Client } from '../lib/http.mjs';
import { startWithFiles } from '../lib/server.mjs';

const TOKEN = 'a-key-for-the-crowd-test';
const FILES = 200;
const CROWD = 500;

const folder = mkdtempSync(join(tmpdir(), 'mandate-crowd-'));
let server;
let client;
let crowd = [];

before(async () => {
  server = await startWithFiles(FILES, folder, 'crowd', '--bootstrap-api-key', TOKEN);
  client = new Client(TOKEN, { url: server.url });
});
afterEach(() => {
  crowd.forEach((socket) => socket.destroy());
  crowd = [];
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** So many connections, each of which says this and then nothing. */
async function gather(count, words) {
  const { hostname, port } = new URL(server.url);
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    crowd.push(socket);
    await once(socket, 'connect');
    socket.write(words);
  }
}

/** A write, for which the store needs files as well. */
const write = () => openAccount(client, { persons: people(2), threshold: 2 });

test('before anybody was ever answered: whoever has something to say is let in', async () => {
  await gather(CROWD, '');
  await write();
});

test('those who begin a request and go no further give up their places too', async () => {
  await gather(FILES, 'GET /health/live HTTP/1.1\r\nhost: here\r\n');
  await write();
});

test('once they have gone, all is as before', async () => {
  await Promise.all(Array.from({ length: 20 }, write));
  assert.equal((await client.ask('GET', '/health/ready')).status, 200);
});
