package dev.mandate.testkit.planted;

import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.StreamAppend;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.ports.outbox.Lease;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.testkit.planted.AlteredStore.Call;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/** A bug of a store, and the test of {@link AlteredStore} that catches it. */
enum StoreBug {
    NONE("", calls -> calls),

    /** Rows are written although the commit is refused. */
    NOT_ATOMIC("whateverRefusesACommitNothingOfItIsSeen", "commit", (memory, call) -> {
        var answer = memory.commit(call.argument(Commit.class));
        if (answer.isLeft() && answer.getLeft() instanceof CommitRefused.VersionConflict) {
            var unused = memory.commit(rowsOf(call.argument(Commit.class)));
        }
        return answer;
    }),
    VERSION_IGNORED("anotherExpectedVersionIsRefusedWithTheActualOne", "commit", (memory, call) ->
            call.with(withAppends(call.argument(Commit.class), append ->
                            new StreamAppend(append.stream(), memory.version(append.stream()), append.events())))
                    .on(memory)),
    /** The version of a stream is read from a copy that lags behind. */
    OLD_VERSION_READ("nothingIsLostDoubledOrHalfCommitted", "version", (memory, call) ->
            Math.max(0, (Long) call.on(memory) - 1)),

    ROWS_LOST_BY_CLOSING("whatWasWrittenIsThereAfterReopening", commits(commit ->
            new Commit(commit.recordedAt(), commit.appends(), Array.empty(), commit.answer(), commit.messages()))),
    LAST_COMMIT_LOST_BY_CRASH("whatWasWrittenIsThereAfterACrash", calls ->
            calls.removeAt(calls.lastIndexWhere(call -> call.isOf("commit")))),
    ANSWER_WITHOUT_ITS_EVENTS("whatWasWrittenIsThereAfterACrash", commits(commit ->
            new Commit(commit.recordedAt(), Array.empty(), commit.rows(), commit.answer(), commit.messages()))),
    ROWS_WITH_EXPIRY_LOST("whatWasWrittenIsThereAfterReopening", commits(commit -> new Commit(
            commit.recordedAt(),
            commit.appends(),
            commit.rows().reject(change -> change.result().flatMap(Row::expiresAt).isDefined()),
            commit.answer(),
            commit.messages()))),
    REMOVED_ROWS_RETURN("whatWasWrittenIsThereAfterReopening", without("removeExpired")),
    CHECKPOINTS_LOST("whatWasWrittenIsThereAfterACrash", without("append")),
    DEAD_LETTERS_LOST("whatWasWrittenIsThereAfterACrash", without("bury")),
    LEASES_LOST("whatWasWrittenIsThereAfterACrash", afterwards("claim", StoreBug::claimedALeaseAhead)),
    FAILED_ATTEMPTS_LOST("whatWasWrittenIsThereAfterReopening", without("failed")),
    ATTEMPTS_RESET("whatWasWrittenIsThereAfterReopening", afterwards("claim", (memory, call) -> claimed(memory, call)
            .map(one -> new Delivery(one.lease(), one.message(), 1, one.leasedUntil())))),
    TOKENS_RESET("whatWasWrittenIsThereAfterReopening", afterwards("claim", (memory, call) -> claimed(memory, call)
            .map(one -> new Delivery(new Lease(one.lease().number(), 1), one.message(), one.attempt(), one.leasedUntil())))),
    /** The last message was delivered, and its number is given to the next. */
    NUMBERS_REUSED("whatWasWrittenIsThereAfterReopening", commits(commit -> new Commit(
            commit.recordedAt(),
            commit.appends(),
            commit.rows(),
            commit.answer(),
            commit.messages().reject(message -> message.topic().equals("delivered"))))),

    /** A lost connection is told as a commit without effect, whenever it was lost. */
    EFFECT_NEVER_TOLD("aCommitThatMeetsAFaultHasTheEffectThatItTells", calls -> calls) {
        @Override
        Effect told() {
            return Effect.NONE;
        }
    },
    /** The answer is recorded in a transaction of its own, before the events. */
    ANSWER_BEFORE_ITS_EVENTS("aCommitThatMeetsAFaultHasTheEffectThatItTells", calls -> calls) {
        @Override
        Option<Commit> writtenBeforeFault(Commit commit) {
            return Option.some(
                    new Commit(commit.recordedAt(), Array.empty(), Array.empty(), commit.answer(), Array.empty()));
        }
    },

    /** Every claim sees a clock that is a lease ahead. */
    LEASE_IGNORED("aClaimedMessageIsKeptFromOthersUntilItsLeaseEnds", "claim", StoreBug::claimedALeaseAhead),
    /** Every claim starts with the first tenant. */
    ONE_TENANT_FIRST("tenantsTakeTurnsHoweverManyMessagesEachHas", "claim", (memory, call) -> {
        Claim claim = call.argument(Claim.class);
        return memory.outbox().claim(Claim.of(claim.topic(), claim.now(), claim.leaseSeconds()));
    }),
    DELIVERED_MESSAGE_KEPT("workersShareTheMessagesAndKeepTheOrderOfEachStream", "done", (memory, call) -> Option.none());

    /** What a store with the bug answers to a call. */
    @FunctionalInterface
    interface Altered {
        Object answer(InMemoryJournal memory, Call call) throws Throwable;
    }

    /** The bug's answer to the calls of one method; {@code onlyReopened} if it has it only after a stop or a kill. */
    private record AlteredMethod(String name, boolean onlyReopened, Altered altered) {}

    private final String caughtBy;
    private final Option<AlteredMethod> method;
    private final UnaryOperator<Array<Call>> kept;

    StoreBug(String caughtBy, String method, Altered altered) {
        this(caughtBy, Option.some(new AlteredMethod(method, false, altered)), calls -> calls);
    }

    StoreBug(String caughtBy, AlteredMethod method) {
        this(caughtBy, Option.some(method), calls -> calls);
    }

    StoreBug(String caughtBy, UnaryOperator<Array<Call>> kept) {
        this(caughtBy, Option.none(), kept);
    }

    StoreBug(String caughtBy, Option<AlteredMethod> method, UnaryOperator<Array<Call>> kept) {
        this.caughtBy = caughtBy;
        this.method = method;
        this.kept = kept;
    }

    /** The name of the test that must not pass. */
    String caughtBy() {
        return caughtBy;
    }

    Object answer(InMemoryJournal memory, Call call, boolean isReopened) throws Throwable {
        Option<AlteredMethod> altered =
                method.filter(one -> call.isOf(one.name()) && (isReopened || !one.onlyReopened()));
        return altered.isDefined() ? altered.get().altered().answer(memory, call) : call.on(memory);
    }

    /** Returns the calls whose effects are there after a stop or a kill. */
    Array<Call> kept(Array<Call> calls) {
        return kept.apply(calls);
    }

    /** Returns the effect that is told of a commit that met a fault. */
    Effect told() {
        return Effect.UNKNOWN;
    }

    /** Returns the part of a commit that is written where a fault cuts it short. */
    Option<Commit> writtenBeforeFault(Commit commit) {
        return Option.none();
    }

    private static AlteredMethod afterwards(String method, Altered altered) {
        return new AlteredMethod(method, true, altered);
    }

    private static UnaryOperator<Array<Call>> without(String method) {
        return calls -> calls.reject(call -> call.isOf(method));
    }

    private static UnaryOperator<Array<Call>> commits(UnaryOperator<Commit> altered) {
        return calls -> calls.map(call -> call.isOf("commit") ? call.with(altered.apply(call.argument(Commit.class))) : call);
    }

    private static Option<Delivery> claimed(InMemoryJournal memory, Call call) {
        return memory.outbox().claim(call.argument(Claim.class));
    }

    private static Option<Delivery> claimedALeaseAhead(InMemoryJournal memory, Call call) {
        Claim claim = call.argument(Claim.class);
        return memory.outbox().claim(
                new Claim(claim.topic(), claim.after(), claim.now().plusSeconds(claim.leaseSeconds()), claim.leaseSeconds()));
    }

    private static Commit rowsOf(Commit commit) {
        return new Commit(commit.recordedAt(), Array.empty(), commit.rows(), Option.none(), Array.empty());
    }

    private static Commit withAppends(Commit commit, UnaryOperator<StreamAppend> altered) {
        return new Commit(
                commit.recordedAt(), commit.appends().map(altered), commit.rows(), commit.answer(), commit.messages());
    }
}
