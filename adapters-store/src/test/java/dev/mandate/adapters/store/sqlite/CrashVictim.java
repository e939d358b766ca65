package dev.mandate.adapters.store.sqlite;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.IdempotencyKey;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.OutboxMessage;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.testkit.keys.TestLogSigner;
import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A process that writes until it is killed. Says on its standard output what it was promised: {@code ack THREAD VERSION} for
 * a commit that has returned, {@code delivered THREAD VERSION} for a message it is about to settle.
 */
final class CrashVictim {

    static final int THREADS = 8;
    static final UnixTime NEVER = new UnixTime(Long.MAX_VALUE);

    private CrashVictim() {}

    static StreamId stream(int thread) {
        return new StreamId("account", "own-" + thread);
    }

    static Payload payload(int thread, long version) {
        return new Payload("text", 1, Bytes.of((thread + " " + version).getBytes(StandardCharsets.US_ASCII)));
    }

    static String text(Payload payload) {
        return new String(payload.content().toArray(), StandardCharsets.US_ASCII);
    }

    static IdempotencyKey key(int thread, long version) {
        return new IdempotencyKey("thread-" + thread, Long.toString(version));
    }

    static TestLogSigner signer() {
        return new TestLogSigner("log");
    }

    private static UnixTime now() {
        return new UnixTime(System.currentTimeMillis() / 1000);
    }

    /** Works on the folder that is its only argument. */
    public static void main(String[] arguments) throws Exception {
        SqliteStore store = Folder.open(Path.of(arguments[0]));
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread.ofPlatform().start(() -> write(store, thread));
        }
        Thread.ofPlatform().start(() -> deliver(store));
        Checkpointer checkpointer = new Checkpointer(store.journal(), store.checkpoints(), signer());
        while (checkpointer.signNext(now()).isRight()) {
            Thread.sleep(20);
        }
        throw new IllegalStateException("somebody else signs checkpoints");
    }

    private static void write(SqliteStore store, int thread) {
        long version = store.journal().version(stream(thread));
        while (true) {
            Payload next = payload(thread, version + 1);
            Either<CommitRefused, Committed> outcome = store.journal()
                    .commit(Commit.at(now())
                            .append(stream(thread), version, next)
                            .change(new RowChange.Put(new RowKey("latest", stream(thread).id()), next))
                            .answering(new IdempotencyRecord(key(thread, version + 1), Bytes32.ZERO, next, NEVER))
                            .sending(new OutboxMessage("mail", stream(thread), next)));
            if (outcome.isLeft()) {
                say("refused " + outcome.getLeft());
                return;
            }
            version++;
            say("ack " + text(next));
        }
    }

    private static void deliver(SqliteStore store) {
        while (true) {
            for (Delivery delivery : store.outbox().claim(new Claim("mail", now(), 1, 10))) {
                say("delivered " + text(delivery.message().message().payload()));
                if (store.outbox().done(delivery.lease()).isDefined()) {
                    say("late " + delivery);
                }
            }
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
