package dev.mandate.testkit.planted;

import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.StreamAppend;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Outbox;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

/** Stores with one bug each. */
final class StoreBugs {

    private StoreBugs() {}

    private static Commit rowsOf(Commit commit) {
        return new Commit(commit.recordedAt(), Array.empty(), commit.rows(), Option.none(), Array.empty());
    }

    /** Rows are written although the commit is refused. */
    static class NotAtomic extends AlteredStore {
        @Override
        Either<CommitRefused, Committed> commit(InMemoryJournal memory, Commit commit) {
            Either<CommitRefused, Committed> answer = memory.commit(commit);
            if (answer.isLeft() && answer.getLeft() instanceof CommitRefused.VersionConflict) {
                var unused = memory.commit(rowsOf(commit));
            }
            return answer;
        }
    }

    /** The commit appends to the stream at any version. */
    static class VersionIgnored extends AlteredStore {
        @Override
        Either<CommitRefused, Committed> commit(InMemoryJournal memory, Commit commit) {
            return memory.commit(new Commit(
                    commit.recordedAt(),
                    commit.appends().map(append ->
                            new StreamAppend(append.stream(), memory.version(append.stream()), append.events())),
                    commit.rows(),
                    commit.answer(),
                    commit.messages()));
        }
    }

    /** Rows are only in memory. */
    static class RowsLostByClosing extends AlteredStore {
        @Override
        Array<Commit> keptByClosing(Array<Commit> accepted) {
            return accepted.map(commit -> new Commit(
                    commit.recordedAt(), commit.appends(), Array.empty(), commit.answer(), commit.messages()));
        }
    }

    /** The last commit was not written through to the disk. */
    static class LastCommitLostByCrash extends AlteredStore {
        @Override
        Array<Commit> keptByCrash(Array<Commit> accepted) {
            return accepted.dropRight(1);
        }
    }

    /** The answer is written through, the events are not. */
    static class AnswerWithoutItsEvents extends AlteredStore {
        @Override
        Array<Commit> keptByCrash(Array<Commit> accepted) {
            return accepted.map(commit -> new Commit(
                    commit.recordedAt(), Array.empty(), commit.rows(), commit.answer(), commit.messages()));
        }
    }

    /** A lost connection is told as a commit without effect, whenever it was lost. */
    static class EffectNeverTold extends AlteredStore {
        @Override
        Effect told(Fault fault) {
            return Effect.NONE;
        }
    }

    /** The answer is recorded in a transaction of its own, before the events. */
    static class AnswerBeforeItsEvents extends AlteredStore {
        @Override
        Option<Commit> writtenBeforeFault(Commit commit) {
            return Option.some(
                    new Commit(commit.recordedAt(), Array.empty(), Array.empty(), commit.answer(), Array.empty()));
        }
    }

    /** Every claim sees a clock that is a lease ahead. */
    static class LeaseIgnored extends AlteredStore {
        @Override
        Outbox outbox(InMemoryJournal memory) {
            return claiming(memory.outbox(), claim ->
                    new Claim(claim.topic(), claim.after(), claim.now().plusSeconds(claim.leaseSeconds()), claim.leaseSeconds()));
        }
    }

    /** Every claim starts with the first tenant. */
    static class OneTenantFirst extends AlteredStore {
        @Override
        Outbox outbox(InMemoryJournal memory) {
            return claiming(memory.outbox(), claim -> Claim.of(claim.topic(), claim.now(), claim.leaseSeconds()));
        }
    }

    private static Outbox claiming(Outbox outbox, UnaryOperator<Claim> altered) {
        return (Outbox) Proxy.newProxyInstance(
                Outbox.class.getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("claim")
                                ? outbox.claim(altered.apply((Claim) arguments[0]))
                                : method.invoke(outbox, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
