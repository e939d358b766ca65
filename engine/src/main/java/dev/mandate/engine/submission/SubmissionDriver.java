package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.LifetimeReading;
import dev.mandate.domain.submission.NodeAnswer;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.LandedSignature;
import dev.mandate.ports.chain.SendOutcome;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Sends submissions of one network to the chain and finds out their results.
 *
 * <p>It keeps no state outside the journal. Any number of drivers may drive one submission, also at once. They always send the same bytes,
 * which the chain executes once. A result is recorded before it counts. The intent to send is recorded before sending, so after a crash the
 * chain is asked first.
 */
public final class SubmissionDriver {

    private static final int MAX_LOG_LINES = 64;
    private static final int MAX_LOG_LENGTH = 512;

    private final Chain chain;
    private final TransactionFormat format;
    private final MessageSearch search;
    private final SubmissionBook book;
    private final OperatorSigner signatory;

    /**
     * A driver.
     *
     * @param signatory signs transactions that the engine built itself
     */
    public SubmissionDriver(Chain chain, TransactionFormat format, SubmissionBook book, OperatorSigner signatory) {
        this.chain = chain;
        this.format = format;
        this.search = new MessageSearch(chain, format);
        this.book = book;
        this.signatory = signatory;
    }

    /** Drives a submission as far as possible without waiting. */
    public Progress drive(SubmissionRecord record) {
        return switch (record.state()) {
            case SubmissionState.Absent absent -> throw new IllegalStateException("no submission " + record.id());
            case SubmissionState.Built built ->
                drive(tell(record, new SubmissionCommand.Sign(signatory.sign(record))));
            case SubmissionState.Signed signed ->
                book.tell(record, new SubmissionCommand.Send())
                        .map(sending -> settle(look(handOver(sending))))
                        .getOrElse(() -> drive(book.newest(record)));
            case SubmissionState.InFlight flying -> goOn(record);
            case SubmissionState.Final ended -> new Progress.Over(record);
        };
    }

    /** Asks the chain first. If the chain has it, or it cannot land any more, nothing is sent. */
    private Progress goOn(SubmissionRecord record) {
        ChainObservation sight = look(record);
        return sight instanceof ChainObservation.Missing(SubmissionRecord missing)
                        && missing.state() instanceof SubmissionState.InFlight
                ? settle(new ChainObservation.Missing(handOver(missing)))
                : settle(sight);
    }

    /** The result of asking the chain. */
    private sealed interface ChainObservation {
        SubmissionRecord record();

        /** The chain has not seen it. */
        record Missing(SubmissionRecord record) implements ChainObservation {}

        /** It is in a block, final or not. */
        record Seen(SubmissionRecord record) implements ChainObservation {}

        /** The chain did not answer. */
        record ChainUnavailable(SubmissionRecord record, ChainFault fault) implements ChainObservation {}
    }

    private static Progress settle(ChainObservation sight) {
        SubmissionRecord record = sight.record();
        return record.state() instanceof SubmissionState.Final
                ? new Progress.Over(record)
                : new Progress.Open(record, switch (sight) {
                    case ChainObservation.Missing missing -> "not seen on the chain yet";
                    case ChainObservation.Seen seen -> "on the chain, and not confirmed yet";
                    case ChainObservation.ChainUnavailable(var same, ChainFault fault) -> "the chain did not answer: " + fault;
                });
    }

    /** Reads the lifetime before the status. If the lifetime is over and the status then missing, it never landed. */
    private ChainObservation look(SubmissionRecord record) {
        if (!(record.state() instanceof SubmissionState.InFlight flying)) {
            return new ChainObservation.Seen(record);
        }
        PendingTransaction pending = flying.pending();
        return lifetime(pending.lifetime())
                .flatMap(reading -> status(pending).flatMap(status -> status.isEmpty()
                        ? missing(record, pending, reading)
                        : Either.right(new ChainObservation.Seen(seen(record, pending.transaction().signature(), status.get())))))
                .getOrElseGet(fault -> new ChainObservation.ChainUnavailable(record, fault));
    }

    /** Called if its signature is missing. Searches the history if the lifetime is over, or if a node says that the message has landed. */
    private Either<ChainFault, ChainObservation> missing(SubmissionRecord record, PendingTransaction pending, LifetimeReading reading) {
        if (!pending.hasLanded() && !pending.lifetime().isOver(reading)) {
            return Either.right(missed(record, reading, HistorySearch.NOT_MADE));
        }
        return search.find(pending.transaction(), pending.lifetime()).map(found -> switch (found) {
            case MessageSearch.Found.Landed(LandedSignature as) ->
                new ChainObservation.Seen(tell(record, new SubmissionCommand.FindLanded(as.signature(), as.slot(), as.failure())));
            case MessageSearch.Found.Nothing(HistorySearch made) -> missed(record, reading, made);
        });
    }

    private ChainObservation missed(SubmissionRecord record, LifetimeReading reading, HistorySearch search) {
        return new ChainObservation.Missing(tell(record, new SubmissionCommand.FindMissing(reading, search)));
    }

    private SubmissionRecord seen(SubmissionRecord record, Signature id, SignatureStatus status) {
        return switch (status.finality()) {
            // It may be dropped with its block.
            case PROCESSED -> record;
            case CONFIRMED, FINALIZED ->
                tell(record, new SubmissionCommand.FindLanded(id, status.slot(), status.failure()));
        };
    }

    private Either<ChainFault, Option<SignatureStatus>> status(PendingTransaction pending) {
        return chain.statuses(Array.of(pending.transaction().signature()))
                .map(found -> found.headOption().flatMap(status -> status));
    }

    private Either<ChainFault, LifetimeReading> lifetime(Lifetime lifetime) {
        return chain.blockHeight().flatMap(height -> switch (lifetime) {
            case Lifetime.UntilBlock untilBlock -> Either.right(new LifetimeReading(height, Option.none()));
            case Lifetime.WhileNonce nonce ->
                nonceValue(nonce).map(value -> new LifetimeReading(height, value));
        });
    }

    private Either<ChainFault, Option<Blockhash>> nonceValue(Lifetime.WhileNonce nonce) {
        return chain.accounts(Array.of(nonce.account()))
                .map(found -> found.accounts()
                        .get(nonce.account())
                        .flatMap(data -> format.readNonce(nonce.account(), data).toOption())
                        .map(read -> read.value()));
    }

    /** Sends it. It must be recorded as sent before. */
    private SubmissionRecord handOver(SubmissionRecord record) {
        return record.state() instanceof SubmissionState.InFlight flying
                ? heard(record, flying.pending(), answer(chain.send(flying.pending().transaction().bytes())))
                : record;
    }

    /** Records the answer of a node. "Already processed" is no rejection if it was under this signature: another sender was faster. */
    private SubmissionRecord heard(SubmissionRecord record, PendingTransaction pending, NodeAnswer answer) {
        boolean processed =
                answer instanceof NodeAnswer.Refused(NodeRejection rejection) && rejection.proof() == NodeRejection.Proof.LANDED;
        return Option.when(processed, () -> status(pending))
                .flatMap(asked -> asked.getOrElse(Option.none()))
                .map(status -> seen(record, pending.transaction().signature(), status))
                .getOrElse(() -> tell(record, new SubmissionCommand.Hear(answer)));
    }

    private static NodeAnswer answer(Either<ChainFault, SendOutcome> sent) {
        return sent.map(outcome -> switch (outcome) {
                    case SendOutcome.Accepted accepted -> (NodeAnswer) new NodeAnswer.Accepted();
                    case SendOutcome.Refused(var failure, var logs) ->
                        new NodeAnswer.Refused(new NodeRejection(failure, shortened(logs)));
                })
                .getOrElse(NodeAnswer.Silent::new);
    }

    private static Seq<String> shortened(Seq<String> logs) {
        return logs.take(MAX_LOG_LINES)
                .map(line -> line.substring(0, Math.min(line.length(), MAX_LOG_LENGTH)))
                .toArray();
    }

    /** Applies a command, and returns the new state; if the command does not apply, the newest state. */
    private SubmissionRecord tell(SubmissionRecord record, SubmissionCommand command) {
        return book.tell(record, command).getOrElse(() -> book.newest(record));
    }
}
