package dev.mandate.domain.submission;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.SubmissionState.Absent;
import dev.mandate.domain.submission.SubmissionState.Final;
import dev.mandate.domain.submission.SubmissionState.InFlight;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * The rules of a submission. Its states are Built, Signed, Sent, and then Confirmed, Failed or Expired. It is Unknown while a
 * node's answer is missing, and Indeterminate if nobody can tell any more whether it landed.
 * <ul>
 * <li>The bytes are fixed once. Nothing else is ever sent for the same submission.
 * <li>Once sending has begun, only the chain ends a submission. A node's refusal ends nothing, whatever it says about the
 * bytes.
 * <li>It has landed if the chain knows its message, under its own signature or under another one of the same signers.
 * <li>It has expired if its lifetime is over, its signature is not known, and a complete search of the history did not find its
 * message. If a node reported that the message was processed, it stays open until nodes forget.
 * <li>It is indeterminate if the history was too long to search, or its lifetime ended longer ago than nodes remember.
 * <li>An ended submission never changes.
 * </ul>
 *
 * <p>These rules use the chain's block height: no clock of the server ends a submission. Nor does a single source of the chain, if there are several:
 * what ends one is {@link dev.mandate.domain.chain.Agreed agreed}.
 */
public final class SubmissionRules
        implements Decider<SubmissionState, SubmissionCommand, SubmissionEvent, InvalidTransition> {

    /**
     * For this many blocks after the end of the lifetime, a missing status proves that a transaction has not landed: half a day of
     * blocks of 200 ms. Nodes usually remember at least two days. With shorter slots it is less time, which makes more submissions
     * indeterminate and none expired.
     */
    public static final long MEMORY_BLOCKS = 216_000;

    /** After this many blocks it is recorded again that a transaction with a durable nonce can still land. */
    public static final long RECORD_BLOCKS = 9_000;

    @Override
    public SubmissionState initial() {
        return new Absent();
    }

    @Override
    public Either<InvalidTransition, Seq<SubmissionEvent>> decide(
            SubmissionState state, SubmissionCommand command, UnixTime now) {
        if (state instanceof Final ended) {
            return Either.left(new InvalidTransition.Over(ended));
        }
        return switch (command) {
            case SubmissionCommand.Build(var subject, var unsigned, Lifetime lifetime) ->
                state instanceof Absent
                        ? follows(new SubmissionEvent.Built(subject, unsigned, lifetime))
                        : outOfTurn(state);
            case SubmissionCommand.Sign(SignedTransaction transaction) ->
                state instanceof SubmissionState.Built
                        ? follows(new SubmissionEvent.Signed(transaction))
                        : outOfTurn(state);
            case SubmissionCommand.Send send ->
                state instanceof SubmissionState.Signed
                        ? follows(new SubmissionEvent.Sending())
                        : outOfTurn(state);
            case SubmissionCommand.Hear(NodeAnswer answer) ->
                state instanceof InFlight inFlight ? hear(inFlight, answer) : outOfTurn(state);
            case SubmissionCommand.FindLanded(var landing) ->
                pending(state).isDefined() ? follows(outcome(landing.value())) : outOfTurn(state);
            case SubmissionCommand.FindMissing(LifetimeReading reading) ->
                pending(state)
                        .map(pending -> missing(state, pending, reading))
                        .getOrElse(() -> outOfTurn(state));
            case SubmissionCommand.FindAbsent(var absence) ->
                pending(state)
                        .map(pending -> absent(state, pending, absence.value()))
                        .getOrElse(() -> outOfTurn(state));
        };
    }

    private static Either<InvalidTransition, Seq<SubmissionEvent>> hear(InFlight state, NodeAnswer answer) {
        return switch (answer) {
            case NodeAnswer.Accepted accepted ->
                state instanceof SubmissionState.Unknown
                                || (state.pending().rejection().isDefined() && !state.pending().hasLanded())
                        ? follows(new SubmissionEvent.Accepted())
                        : nothingNew(state);
            case NodeAnswer.Silent silent ->
                state instanceof SubmissionState.Unknown
                        ? nothingNew(state)
                        : follows(new SubmissionEvent.AnswerLost());
            case NodeAnswer.Refused(NodeRejection rejection) ->
                switch (rejection.proof()) {
                    case NOTHING -> nothingNew(state);
                    case NOT_NOW, LANDED ->
                        state.pending().hasLanded()
                                        || state.pending().rejection().map(NodeRejection::failure).contains(rejection.failure())
                                ? nothingNew(state)
                                : follows(new SubmissionEvent.RejectedByNode(rejection));
                };
        };
    }

    private static SubmissionEvent outcome(SubmissionCommand.Landing landing) {
        return landing.failure()
                .<SubmissionEvent>map(failure -> new SubmissionEvent.Failed(landing.id(), failure))
                .getOrElse(() -> new SubmissionEvent.Confirmed(landing.id(), landing.slot()));
    }

    private static Either<InvalidTransition, Seq<SubmissionEvent>> missing(
            SubmissionState state, PendingTransaction pending, LifetimeReading reading) {
        return !pending.lifetime().isOver(reading) && blocksOpen(pending, reading) >= RECORD_BLOCKS
                ? follows(new SubmissionEvent.StillOpen(reading.blockHeight()))
                : nothingNew(state);
    }

    private static long blocksOpen(PendingTransaction pending, LifetimeReading reading) {
        return reading.blockHeight() - pending.openUntil();
    }

    private static Either<InvalidTransition, Seq<SubmissionEvent>> absent(
            SubmissionState state, PendingTransaction pending, SubmissionCommand.Absence found) {
        LifetimeReading reading = found.reading();
        if (!pending.lifetime().isOver(reading)) {
            return missing(state, pending, reading);
        }
        if (blocksOpen(pending, reading) > MEMORY_BLOCKS) {
            return follows(new SubmissionEvent.Indeterminate());
        }
        return switch (found.search()) {
            case CUT_SHORT -> follows(new SubmissionEvent.Indeterminate());
            // Two nodes contradict each other: the one that found nothing may lag behind.
            case COMPLETE -> pending.hasLanded() ? nothingNew(state) : follows(new SubmissionEvent.Expired());
        };
    }

    /** The switch is exhaustive: a new event does not compile until it states its possible previous states. */
    @Override
    public SubmissionState evolve(SubmissionState state, SubmissionEvent event) {
        return switch (event) {
            case SubmissionEvent.Built(var subject, var unsigned, Lifetime lifetime) ->
                state instanceof Absent ? new SubmissionState.Built(unsigned, lifetime) : broken(state, event);
            case SubmissionEvent.Signed(SignedTransaction transaction) ->
                state instanceof SubmissionState.Built(var unsigned, Lifetime lifetime)
                        ? new SubmissionState.Signed(PendingTransaction.of(transaction, lifetime))
                        : broken(state, event);
            case SubmissionEvent.Sending sending ->
                state instanceof SubmissionState.Signed(PendingTransaction pending)
                        ? new SubmissionState.Sent(pending)
                        : broken(state, event);
            case SubmissionEvent.Accepted accepted ->
                state instanceof InFlight sent
                        ? new SubmissionState.Sent(sent.pending().withoutRejection())
                        : broken(state, event);
            case SubmissionEvent.RejectedByNode(NodeRejection rejection) ->
                state instanceof InFlight ? changed(state, event, it -> it.rejectedWith(rejection)) : broken(state, event);
            case SubmissionEvent.AnswerLost lost ->
                state instanceof InFlight sent ? new SubmissionState.Unknown(sent.pending()) : broken(state, event);
            case SubmissionEvent.StillOpen(long height) -> changed(state, event, it -> it.openUntil(height));
            case SubmissionEvent.Confirmed(var id, long slot) ->
                new SubmissionState.Confirmed(signed(state, event).transaction(), id, slot);
            case SubmissionEvent.Failed(var id, var failure) ->
                new SubmissionState.Failed(signed(state, event).transaction(), id, failure);
            case SubmissionEvent.Expired expired ->
                new SubmissionState.Expired(signed(state, event).transaction(), signed(state, event).rejection());
            case SubmissionEvent.Indeterminate unknown ->
                new SubmissionState.Indeterminate(signed(state, event).transaction());
        };
    }

    /** Returns the same state with a changed transaction. */
    private static SubmissionState changed(
            SubmissionState state, SubmissionEvent event, UnaryOperator<PendingTransaction> change) {
        return switch (state) {
            case SubmissionState.Signed(PendingTransaction pending) -> new SubmissionState.Signed(change.apply(pending));
            case SubmissionState.Sent(PendingTransaction pending) -> new SubmissionState.Sent(change.apply(pending));
            case SubmissionState.Unknown(PendingTransaction pending) -> new SubmissionState.Unknown(change.apply(pending));
            case Absent absent -> broken(state, event);
            case SubmissionState.Built built -> broken(state, event);
            case Final ended -> broken(state, event);
        };
    }

    private static PendingTransaction signed(SubmissionState state, SubmissionEvent event) {
        return pending(state).getOrElseThrow(() -> new IllegalStateException(event + " cannot follow on " + state));
    }

    private static SubmissionState broken(SubmissionState state, SubmissionEvent event) {
        throw new IllegalStateException(event + " cannot follow on " + state);
    }

    /** Returns the transaction if it may land. This starts with the signatures: a client that has the bytes can send them itself. */
    public static Option<PendingTransaction> pending(SubmissionState state) {
        return switch (state) {
            case SubmissionState.Signed(PendingTransaction pending) -> Option.some(pending);
            case InFlight inFlight -> Option.some(inFlight.pending());
            case Absent absent -> Option.none();
            case SubmissionState.Built built -> Option.none();
            case Final ended -> Option.none();
        };
    }

    private static Either<InvalidTransition, Seq<SubmissionEvent>> follows(SubmissionEvent event) {
        return Either.right(Array.of(event));
    }

    private static Either<InvalidTransition, Seq<SubmissionEvent>> outOfTurn(SubmissionState state) {
        return Either.left(new InvalidTransition.OutOfTurn(state));
    }

    private static Either<InvalidTransition, Seq<SubmissionEvent>> nothingNew(SubmissionState state) {
        return Either.left(new InvalidTransition.NothingNew(state));
    }
}
