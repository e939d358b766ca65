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
 * Takes submissions of one network to the chain and finds out what became of them.
 *
 * <p>It has no memory but the journal. Any number of drivers may drive one submission, at once and one after the other: what is sent
 * is always the same bytes, which the chain runs once; what was found out is on record before it counts; and that something is about
 * to leave is on record before it leaves, so that after a crash the chain is asked first.
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
     * @param signatory signs what the engine built itself
     */
    public SubmissionDriver(Chain chain, TransactionFormat format, SubmissionBook book, OperatorSigner signatory) {
        this.chain = chain;
        this.format = format;
        this.search = new MessageSearch(chain, format);
        this.book = book;
        this.signatory = signatory;
    }

    /** Goes on with a submission as far as it goes without waiting. */
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

    /** Asks first: if the chain has it, or it can't land any more, nothing is sent. */
    private Progress goOn(SubmissionRecord record) {
        ChainObservation sight = look(record);
        return sight instanceof ChainObservation.Missing(SubmissionRecord missing)
                        && missing.state() instanceof SubmissionState.InFlight
                ? settle(new ChainObservation.Missing(handOver(missing)))
                : settle(sight);
    }

    /** What a look at the chain showed. */
    private sealed interface ChainObservation {
        SubmissionRecord record();

        /** The chain has not seen it. */
        record Missing(SubmissionRecord record) implements ChainObservation {}

        /** It is in a block, of which it is not sure yet whether it stays, or for good. */
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

    /** The lifetime is read before the status: what was over by then, and is missing after, never landed. */
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

    /** Its signature is missing. The history is searched where the message may have landed under another one and can't any more, or is said to. */
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
            // It may still be dropped with its block.
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

    /** Only what is on record as leaving comes here. */
    private SubmissionRecord handOver(SubmissionRecord record) {
        return record.state() instanceof SubmissionState.InFlight flying
                ? heard(record, flying.pending(), answer(chain.send(flying.pending().transaction().bytes())))
                : record;
    }

    /** That it was processed is no rejection where it was under this very signature: somebody else was faster to send the same bytes. */
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

    /** Where a submission stands once it was told; where that changes nothing, its newest state. */
    private SubmissionRecord tell(SubmissionRecord record, SubmissionCommand command) {
        return book.tell(record, command).getOrElse(() -> book.newest(record));
    }
}
