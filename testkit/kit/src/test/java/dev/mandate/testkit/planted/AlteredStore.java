package dev.mandate.testkit.planted;

import dev.mandate.ports.audit.AuditReader;
import dev.mandate.ports.audit.CheckpointLog;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.outbox.Outbox;
import dev.mandate.ports.store.JournalStore;
import dev.mandate.ports.store.Retention;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.testkit.journal.StoreContract;
import dev.mandate.testkit.journal.StoreUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The contract of a store with all capabilities, whose parts a subclass alters. This one alters none. It keeps its accepted commits, and
 * plays them again after a stop or a kill.
 *
 * <p>It runs only by a launcher: its name matches no pattern of tests.
 */
class AlteredStore extends StoreContract {

    /** What the next commit meets. */
    enum Fault {
        BEFORE_THE_COMMIT,
        BEFORE_THE_ANSWER
    }

    private final InMemoryJournal memory = new InMemoryJournal();
    private final List<Commit> accepted = new ArrayList<>();
    private Option<Fault> armed = Option.none();

    /** Commits to {@code memory}. */
    Either<CommitRefused, Committed> commit(InMemoryJournal memory, Commit commit) {
        return memory.commit(commit);
    }

    /** Returns which of the accepted commits are there after a stop. */
    Array<Commit> keptByClosing(Array<Commit> accepted) {
        return accepted;
    }

    /** Returns which of the accepted commits are there after a kill. */
    Array<Commit> keptByCrash(Array<Commit> accepted) {
        return accepted;
    }

    /** Returns the effect that is told of a commit that met a fault. */
    Effect told(Fault fault) {
        return Effect.UNKNOWN;
    }

    /** Returns the part of a commit that is written where a fault cuts it short. */
    Option<Commit> writtenBeforeFault(Commit commit) {
        return Option.none();
    }

    /** Returns the outbox over that of the memory. */
    Outbox outbox(InMemoryJournal memory) {
        return memory.outbox();
    }

    private Either<CommitRefused, Committed> commit(Commit commit) {
        Option<Fault> fault = armed;
        armed = Option.none();
        if (fault.contains(Fault.BEFORE_THE_COMMIT)) {
            for (Commit part : writtenBeforeFault(commit)) {
                var unused = memory.commit(part);
            }
        } else {
            Either<CommitRefused, Committed> answer = commit(memory, commit);
            answer.forEach(done -> accepted.add(commit));
            if (fault.isEmpty()) {
                return answer;
            }
        }
        throw new JournalUnavailableException(told(fault.get()), "cut", new IOException("cut"));
    }

    private JournalStore over(InMemoryJournal memory, boolean first) {
        Journal journal = (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    if (first && method.getName().equals("commit")) {
                        return commit((Commit) arguments[0]);
                    }
                    if (first && method.getName().equals("begin")) {
                        Either<CommitRefused, Committed> done = commit((Commit) arguments[0]);
                        return (Supplier<?>) () -> done;
                    }
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return new JournalStore() {
            @Override
            public Journal journal() {
                return journal;
            }

            @Override
            public Outbox outbox() {
                return AlteredStore.this.outbox(memory);
            }

            @Override
            public CheckpointLog checkpoints() {
                return memory.checkpoints();
            }

            @Override
            public Retention retention() {
                return memory;
            }

            @Override
            public AuditReader audit() {
                return memory;
            }

            @Override
            public void close() {}
        };
    }

    private Option<JournalStore> again(Array<Commit> commits) {
        InMemoryJournal next = new InMemoryJournal();
        for (Commit commit : commits) {
            var unused = next.commit(commit);
        }
        return Option.some(over(next, false));
    }

    @Override
    protected StoreUnderTest fresh() {
        JournalStore store = over(memory, true);
        return new StoreUnderTest() {
            @Override
            public JournalStore store() {
                return store;
            }

            @Override
            public Option<JournalStore> reopen() {
                return again(keptByClosing(Array.ofAll(accepted)));
            }

            @Override
            public Option<JournalStore> crash() {
                return again(keptByCrash(Array.ofAll(accepted)));
            }

            @Override
            public Array<CommitFault> faults() {
                return Array.of(Fault.values())
                        .map(fault -> new CommitFault(fault.name(), () -> armed = Option.some(fault)));
            }
        };
    }
}
