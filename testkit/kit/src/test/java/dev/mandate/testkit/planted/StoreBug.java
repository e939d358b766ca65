package dev.mandate.testkit.planted;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitLimit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.testkit.planted.AlteredStore.Call;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A bug of a store, and the test of {@link AlteredStore} that catches it. */
enum StoreBug {
    NONE("", calls -> calls),

    /** Rows are written although the commit is refused. */
    NOT_ATOMIC("aRefusedCommitHasNoEffect", "commit", (memory, call) -> {
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
    OLD_VERSION_READ("concurrentCommitsAreNotLostDoubledOrPartial", "version", (memory, call) ->
            Math.max(0, (Long) call.on(memory) - 1)),

    ROWS_LOST_BY_CLOSING("writesSurviveReopening", commits(commit ->
            new Commit(commit.recordedAt(), commit.appends(), Array.empty(), commit.answer(), commit.messages()))),
    LAST_COMMIT_LOST_BY_CRASH("writesSurviveACrash", calls ->
            calls.removeAt(calls.lastIndexWhere(call -> call.isOf("commit")))),
    ANSWER_WITHOUT_ITS_EVENTS("writesSurviveACrash", commits(commit ->
            new Commit(commit.recordedAt(), Array.empty(), commit.rows(), commit.answer(), commit.messages()))),
    REMOVED_ANSWERS_RETURN("writesSurviveReopening", without("remove")),
    /** An answer is removed under its key, whatever it is by now. */
    REMOVED_BY_KEY("anAnswerThatChangedSinceItWasListedStays", "remove", (memory, call) -> {
        Seq<?> given = call.argument(Seq.class);
        Seq<RequestKey> keys = given.map(one -> ((IdempotencyRecord) one).key());
        return call.with(memory.answers(Option.none(), Journal.MAX_PAGE).items().filter(stored -> keys.contains(stored.key())))
                .on(memory);
    }),
    CHECKPOINTS_LOST("writesSurviveACrash", without("append")),
    DEAD_LETTERS_LOST("writesSurviveACrash", without("bury")),
    LEASES_LOST("writesSurviveACrash", afterwards("claim", StoreBug::claimedALeaseAhead)),
    FAILED_ATTEMPTS_LOST("writesSurviveReopening", without("failed")),
    ATTEMPTS_RESET("writesSurviveReopening", afterwards("claim", (memory, call) -> claimed(memory, call)
            .map(one -> new Delivery(one.lease(), one.message(), 1, one.leasedUntil())))),
    TOKENS_RESET("writesSurviveReopening", afterwards("claim", (memory, call) -> claimed(memory, call)
            .map(one -> new Delivery(new Lease(one.lease().number(), 1), one.message(), one.attempt(), one.leasedUntil())))),
    /** The last message was delivered, and its number is given to the next. */
    NUMBERS_REUSED("writesSurviveReopening", commits(commit -> new Commit(
            commit.recordedAt(),
            commit.appends(),
            commit.rows(),
            commit.answer(),
            commit.messages().reject(message -> message.topic().equals("delivered"))))),

    /** A lost connection is told as a commit without effect, whenever it was lost. */
    EFFECT_NEVER_TOLD("aCommitThatMeetsAFaultHasTheEffectThatItTells", calls -> calls) {
        @Override
        Effect reported() {
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

    WRITABLE_AFTER_FAULT("aJournalIsReadOnlyAfterAFaultUntilAWriteSucceeds", calls -> calls) {
        @Override
        Writability writabilityAfterFault() {
            return Writability.WRITABLE;
        }
    },
    DAMAGE_TOLD_AS_FAULT("aDamagedEventIsReportedAsDamage", calls -> calls) {
        @Override
        JournalUnavailableException ofDamage(String detail) {
            return new JournalUnavailableException(Effect.NONE, detail);
        }
    },
    /** The first interrupt closes the database. */
    CLOSED_BY_INTERRUPT("anInterruptEndsNoMoreThanItsCall", "commit", (memory, call) -> {
        RowKey closed = new RowKey("closed", "for-good");
        if (Thread.currentThread().isInterrupted()) {
            var unused = memory.commit(Commit.at(new UnixTime(0)).change(new RowChange.Put(closed, new Payload("text", 1, ""))));
        }
        if (memory.row(closed).isDefined()) {
            throw new JournalUnavailableException(Effect.NONE, "closed");
        }
        return call.on(memory);
    }),
    INTERRUPTED_COMMIT_TOLD_AS_NONE("anInterruptEndsNoMoreThanItsCall", "commit", (memory, call) -> {
        Object answer = call.on(memory);
        if (Thread.currentThread().isInterrupted()) {
            throw new JournalUnavailableException(Effect.NONE, "interrupted");
        }
        return answer;
    }),

    /** A begun commit is made when somebody asks for its result. */
    BEGUN_LATE("commitsTakeEffectInTheOrderInWhichTheyBegin", "begin", (memory, call) -> {
        Supplier<?> late = () -> memory.commit(call.argument(Commit.class));
        return late;
    }),
    ROWS_CHECKED_FIRST("theFirstOfSeveralReasonsIsReported", "commit", (memory, call) -> {
        Commit commit = call.argument(Commit.class);
        return commit.rows().map(RowChange::key).flatMap(memory::row).headOption()
                .<Object>map(row -> Either.left(new CommitRefused.RowPresent(row)))
                .getOrElse(() -> memory.commit(commit));
    }),
    LIMITS_CHECKED_LAST("theFirstOfSeveralReasonsIsReported", "commit", (memory, call) -> {
        Commit commit = call.argument(Commit.class);
        return CommitLimit.exceededBy(commit).isEmpty()
                ? call.on(memory)
                : memory.commit(
                        new Commit(commit.recordedAt(), commit.appends(), commit.rows(), commit.answer(), Array.empty()));
    }),

    AUDIT_SKIPS_EXPIRED_ANSWERS("answersAreListedInTheOrderOfScopeAndKeyExpiredOnesToo", "answers", (memory, call) ->
            new Page<>(Array.empty(), false)),
    AUDIT_IGNORES_START("rowsOfAllKindsAreListedInTheOrderOfKindAndKey", "allRows", (memory, call) ->
            call.with(Option.none()).on(memory)),
    AUDIT_WITHOUT_DEAD_LETTERS("theRestIsReadAsByTheOtherPorts", "open", (memory, call) -> {
        Page<?> page = (Page<?>) call.on(memory);
        return new Page<>(page.items().filter(one -> !one.toString().contains("buried")), page.hasMore());
    }),

    DUE_BEFORE_RECORDED("aMessageIsDueFromTheTimeOfItsCommit", "claim", StoreBug::claimedALeaseAhead),
    SETTLED_LEASE_ACCEPTED("aLeaseSettlesOnce", "done", (memory, call) -> {
        var unused = call.on(memory);
        return Option.none();
    }),
    LONGEST_DUE_FIRST("anotherTenantsMessageThatIsLongerDueTakesNoTurn", "claim", (memory, call) -> {
        Claim claim = call.argument(Claim.class);
        String longest = memory.open(0, 1).items().head().message().tenant().name();
        Tenant before = new Tenant(longest.substring(0, longest.length() - 1));
        return memory.outbox().claim(new Claim(claim.topic(), Option.some(before), claim.now(), claim.leaseSeconds()));
    }),

    /** Every claim sees a clock that is a lease ahead. */
    LEASE_IGNORED("aClaimedMessageIsKeptFromOthersUntilItsLeaseEnds", "claim", StoreBug::claimedALeaseAhead),
    /** Every claim starts with the first tenant. */
    ONE_TENANT_FIRST("tenantsTakeTurnsRegardlessOfTheirMessageCounts", "claim", (memory, call) -> {
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

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Option<AlteredMethod> method;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
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
    Effect reported() {
        return Effect.UNKNOWN;
    }

    /** Returns the part of a commit that is written where a fault cuts it short. */
    Option<Commit> writtenBeforeFault(Commit commit) {
        return Option.none();
    }

    /** Returns what is told once after a fault. */
    Writability writabilityAfterFault() {
        return Writability.READ_ONLY;
    }

    /** Returns what a call throws that meets damage. */
    JournalUnavailableException ofDamage(String detail) {
        return new JournalDamagedException(detail);
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
