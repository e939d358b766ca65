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

/**
 * The rules of a submission: Built, Signed, Sent, and then Confirmed, Failed or Expired; Unknown where a node left a question open,
 * and Forgotten where nobody can answer it any more.
 *
 * <ul>
 *   <li>The bytes are settled once. Nothing else is ever sent for the same submission.
 *   <li>What has begun to leave is ended by the chain alone: it landed, or it is missing after its lifetime was seen to be over. A
 *       node's refusal ends it only where it says that these bytes can never land.
 *   <li>Where a node says that the message was processed, and its signature is missing, it may have landed under another signature of
 *       the same signers, for which nobody can ask: it is neither failed nor expired, and stays open until it is too long ago to tell.
 *   <li>What is missing, and was last on record as missing longer ago than nodes remember, is forgotten.
 *   <li>What has ended stays as it is.
 * </ul>
 */
public final class SubmissionRules
        implements Decider<SubmissionState, SubmissionCommand, SubmissionEvent, Standstill> {

    /** How long being missing proves that a transaction has not landed: nodes remember at least two days, as a rule. */
    public static final long MEMORY_SECONDS = 86_400;

    /** How often it is put on record that a transaction is missing. */
    public static final long RECORD_SECONDS = 3_600;

    @Override
    public SubmissionState initial() {
        return new Absent();
    }

    @Override
    public Either<Standstill, Seq<SubmissionEvent>> decide(
            SubmissionState state, SubmissionCommand command, UnixTime now) {
        if (state instanceof Final ended) {
            return Either.left(new Standstill.Over(ended));
        }
        return switch (command) {
            case SubmissionCommand.Build(var unsigned, Lifetime lifetime) ->
                state instanceof Absent
                        ? follows(new SubmissionEvent.Built(unsigned, lifetime))
                        : outOfTurn(state);
            case SubmissionCommand.Sign(SignedTransaction transaction) ->
                state instanceof SubmissionState.Built
                        ? follows(new SubmissionEvent.Signed(transaction, now))
                        : outOfTurn(state);
            case SubmissionCommand.Send send ->
                state instanceof SubmissionState.Signed
                        ? follows(new SubmissionEvent.Sending())
                        : outOfTurn(state);
            case SubmissionCommand.Hear(NodeAnswer answer) ->
                state instanceof InFlight flying ? hear(flying, answer) : outOfTurn(state);
            case SubmissionCommand.FindLanded landed ->
                flight(state).isDefined() ? follows(outcome(landed)) : outOfTurn(state);
            case SubmissionCommand.FindMissing(LifetimeReading reading) ->
                flight(state)
                        .map(flight -> missing(state, flight, reading, now))
                        .getOrElse(() -> outOfTurn(state));
        };
    }

    private static Either<Standstill, Seq<SubmissionEvent>> hear(InFlight state, NodeAnswer answer) {
        return switch (answer) {
            case NodeAnswer.Accepted accepted ->
                state instanceof SubmissionState.Unknown
                                || (state.flight().objection().isDefined() && !state.flight().hasLanded())
                        ? follows(new SubmissionEvent.Accepted())
                        : nothingNew(state);
            case NodeAnswer.Silent silent ->
                state instanceof SubmissionState.Unknown
                        ? nothingNew(state)
                        : follows(new SubmissionEvent.AnswerLost());
            case NodeAnswer.Refused(Objection objection) ->
                switch (objection.proof()) {
                    case NEVER -> follows(new SubmissionEvent.Failed(objection.failure(), objection.logs()));
                    case NOTHING -> nothingNew(state);
                    case NOT_NOW, LANDED ->
                        state.flight().hasLanded()
                                        || state.flight().objection().map(Objection::failure).contains(objection.failure())
                                ? nothingNew(state)
                                : follows(new SubmissionEvent.ObjectedTo(objection));
                };
        };
    }

    private static SubmissionEvent outcome(SubmissionCommand.FindLanded landed) {
        return landed.failure()
                .<SubmissionEvent>map(failure -> new SubmissionEvent.Failed(failure, Array.empty()))
                .getOrElse(() -> new SubmissionEvent.Confirmed(landed.slot()));
    }

    private static Either<Standstill, Seq<SubmissionEvent>> missing(
            SubmissionState state, Flight flight, LifetimeReading reading, UnixTime now) {
        long seconds = now.isBefore(flight.openAt()) ? 0 : now.secondsSince(flight.openAt());
        if (!isOver(flight.lifetime(), reading)) {
            return seconds >= RECORD_SECONDS ? follows(new SubmissionEvent.Missed(now)) : nothingNew(state);
        }
        if (seconds > MEMORY_SECONDS) {
            return follows(new SubmissionEvent.Forgotten());
        }
        if (flight.hasLanded()) {
            return nothingNew(state);
        }
        return follows(flight.objection()
                .<SubmissionEvent>map(objection -> new SubmissionEvent.Failed(objection.failure(), objection.logs()))
                .getOrElse(SubmissionEvent.Expired::new));
    }

    private static boolean isOver(Lifetime lifetime, LifetimeReading reading) {
        return reading.blockHeight() > lifetime.lastValidBlockHeight()
                && switch (lifetime) {
                    case Lifetime.UntilBlock untilBlock -> true;
                    case Lifetime.WhileNonce(var account, var value, long last) ->
                        !reading.nonceValue().contains(value);
                };
    }

    @Override
    public SubmissionState evolve(SubmissionState state, SubmissionEvent event) {
        return switch (event) {
            case SubmissionEvent.Built(var unsigned, Lifetime lifetime) when state instanceof Absent ->
                new SubmissionState.Built(unsigned, lifetime);
            case SubmissionEvent.Signed(SignedTransaction transaction, UnixTime at)
            when state instanceof SubmissionState.Built(var unsigned, Lifetime lifetime) ->
                new SubmissionState.Signed(new Flight(transaction, lifetime, at, Option.none()));
            case SubmissionEvent.Sending sending when state instanceof SubmissionState.Signed(Flight flight) ->
                new SubmissionState.Sent(flight);
            case SubmissionEvent.Accepted accepted when state instanceof InFlight flying ->
                new SubmissionState.Sent(flying.flight().withoutObjection());
            case SubmissionEvent.ObjectedTo(Objection objection) when state instanceof SubmissionState.Sent(Flight flight) ->
                new SubmissionState.Sent(flight.objectedTo(objection));
            case SubmissionEvent.ObjectedTo(Objection objection)
            when state instanceof SubmissionState.Unknown(Flight flight) ->
                new SubmissionState.Unknown(flight.objectedTo(objection));
            case SubmissionEvent.AnswerLost lost when state instanceof InFlight flying ->
                new SubmissionState.Unknown(flying.flight());
            case SubmissionEvent.Missed(UnixTime at) when state instanceof SubmissionState.Signed(Flight flight) ->
                new SubmissionState.Signed(flight.openAt(at));
            case SubmissionEvent.Missed(UnixTime at) when state instanceof SubmissionState.Sent(Flight flight) ->
                new SubmissionState.Sent(flight.openAt(at));
            case SubmissionEvent.Missed(UnixTime at) when state instanceof SubmissionState.Unknown(Flight flight) ->
                new SubmissionState.Unknown(flight.openAt(at));
            case SubmissionEvent.Confirmed(long slot) when flight(state).isDefined() ->
                new SubmissionState.Confirmed(flight(state).get().transaction(), slot);
            case SubmissionEvent.Failed(var failure, var logs) when flight(state).isDefined() ->
                new SubmissionState.Failed(flight(state).get().transaction(), failure, logs);
            case SubmissionEvent.Expired expired when flight(state).isDefined() ->
                new SubmissionState.Expired(flight(state).get().transaction());
            case SubmissionEvent.Forgotten forgotten when flight(state).isDefined() ->
                new SubmissionState.Forgotten(flight(state).get().transaction());
            case SubmissionEvent broken ->
                throw new IllegalStateException(broken + " cannot follow on " + state);
        };
    }

    /** What may land, signed as it is; who has the bytes can send them past us. */
    private static Option<Flight> flight(SubmissionState state) {
        return switch (state) {
            case SubmissionState.Signed(Flight flight) -> Option.some(flight);
            case InFlight flying -> Option.some(flying.flight());
            case Absent absent -> Option.none();
            case SubmissionState.Built built -> Option.none();
            case Final ended -> Option.none();
        };
    }

    private static Either<Standstill, Seq<SubmissionEvent>> follows(SubmissionEvent event) {
        return Either.right(Array.of(event));
    }

    private static Either<Standstill, Seq<SubmissionEvent>> outOfTurn(SubmissionState state) {
        return Either.left(new Standstill.OutOfTurn(state));
    }

    private static Either<Standstill, Seq<SubmissionEvent>> nothingNew(SubmissionState state) {
        return Either.left(new Standstill.NothingNew(state));
    }
}
