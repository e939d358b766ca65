package dev.mandate.testkit.planted;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.InvalidTransition;
import dev.mandate.domain.submission.NodeAnswer;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionEvent;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.testkit.laws.SubmissionLaws;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;

/** The laws on rules of a submission that answer otherwise. It runs only by a launcher. */
@PropertyDefaults(tries = 1000, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.RANDOM_SEED)
abstract class AlteredSubmission extends SubmissionLaws {

    static final SubmissionRules RULES = new SubmissionRules();

    abstract Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now);

    SubmissionState evolve(SubmissionState state, SubmissionEvent event) {
        return RULES.evolve(state, event);
    }

    @Override
    protected Decider<SubmissionState, SubmissionCommand, SubmissionEvent, InvalidTransition> rules() {
        return new Decider<>() {
            @Override
            public SubmissionState initial() {
                return RULES.initial();
            }

            @Override
            public Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
                return AlteredSubmission.this.decide(state, command, now);
            }

            @Override
            public SubmissionState evolve(SubmissionState state, SubmissionEvent event) {
                return AlteredSubmission.this.evolve(state, event);
            }
        };
    }

    /** An acceptance is taken without a sending on record. */
    static class SendingNotRecorded extends AlteredSubmission {
        @Override
        Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
            return state instanceof SubmissionState.Signed && command instanceof SubmissionCommand.Send
                    ? Either.right(Array.of(new SubmissionEvent.Accepted()))
                    : RULES.decide(state, command, now);
        }

        @Override
        SubmissionState evolve(SubmissionState state, SubmissionEvent event) {
            return state instanceof SubmissionState.Signed && event instanceof SubmissionEvent.Accepted
                    ? RULES.evolve(state, new SubmissionEvent.Sending())
                    : RULES.evolve(state, event);
        }
    }

    /** Other bytes are sent under way. */
    static class OtherBytes extends AlteredSubmission {
        @Override
        Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
            return state instanceof SubmissionState.InFlight && command instanceof SubmissionCommand.Sign(SignedTransaction other)
                    ? Either.right(Array.of(new SubmissionEvent.Signed(other)))
                    : RULES.decide(state, command, now);
        }

        @Override
        SubmissionState evolve(SubmissionState state, SubmissionEvent event) {
            return state instanceof SubmissionState.InFlight inFlight && event instanceof SubmissionEvent.Signed(SignedTransaction other)
                    ? RULES.evolve(
                            new SubmissionState.Signed(new PendingTransaction(
                                    other, inFlight.pending().lifetime(), inFlight.pending().openUntil(), Option.none())),
                            new SubmissionEvent.Sending())
                    : RULES.evolve(state, event);
        }
    }

    /** A node's refusal is an end. */
    static class RefusalEnds extends AlteredSubmission {
        @Override
        Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
            return state instanceof SubmissionState.InFlight inFlight
                            && command instanceof SubmissionCommand.Hear(NodeAnswer.Refused(NodeRejection rejection))
                    ? Either.right(Array.of(
                            new SubmissionEvent.Failed(inFlight.pending().transaction().signature(), rejection.failure())))
                    : RULES.decide(state, command, now);
        }
    }

    /** The seconds of the clock decide. */
    static class ClockDecides extends AlteredSubmission {
        @Override
        Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
            return now.seconds() % 2 == 1 && !(state instanceof SubmissionState.Final)
                    ? Either.left(new InvalidTransition.NothingNew(state))
                    : RULES.decide(state, command, now);
        }
    }

    /** A second lost answer takes the first one back. */
    static class RepetitionCounts extends AlteredSubmission {
        @Override
        Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
            return state instanceof SubmissionState.Unknown && command instanceof SubmissionCommand.Hear(NodeAnswer.Silent silent)
                    ? Either.right(Array.of(new SubmissionEvent.Accepted()))
                    : RULES.decide(state, command, now);
        }
    }

    /** What changes nothing is accepted. */
    static class NoEvent extends AlteredSubmission {
        @Override
        Either<InvalidTransition, Seq<SubmissionEvent>> decide(SubmissionState state, SubmissionCommand command, UnixTime now) {
            Either<InvalidTransition, Seq<SubmissionEvent>> answer = RULES.decide(state, command, now);
            return answer.isLeft() && answer.getLeft() instanceof InvalidTransition.NothingNew ? Either.right(Array.empty()) : answer;
        }
    }
}
