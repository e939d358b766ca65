package dev.mandate.engine.submission;

import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.domain.submission.InvalidTransition;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.LifetimeReading;
import dev.mandate.domain.submission.NodeAnswer;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.submission.SubmissionCommand.Absence;
import dev.mandate.domain.submission.SubmissionCommand.Landing;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Comparator;

/**
 * Sends submissions of one network to the chain and finds out their results.
 *
 * <p>It keeps no state outside the journal, but when it last sent what, to spare the nodes. Any number of drivers may drive one submission, also at once. They always send the same bytes,
 * which the chain executes once. A result is recorded before it counts. The intent to send is recorded before sending, so after a crash the
 * chain is asked first.
 */
public final class SubmissionDriver {

    /** The same bytes leave no sooner again. */
    private static final long RESEND_SECONDS = 2;

    private static final String FROZEN = "the operator has frozen the account";
    private static final int SENT_BITS = 12;
    private static final int MAX_LOG_LINES = 64;
    private static final int MAX_LOG_LENGTH = 512;

    private final Chain chain;
    private final TransactionFormat format;
    private final SubmissionRepository book;
    private final OperatorSigner signatory;
    private final AccountFreezes freezes;
    private final BoundedCache<Tuple2<Chain, Signature>, Bytes32> read = new BoundedCache<>(SENT_BITS);
    private final BoundedCache<SubmissionId, UnixTime> lastSent = new BoundedCache<>(SENT_BITS);

    /**
     * A driver.
     *
     * @param signatory signs transactions that the engine built itself
     * @param freezes the accounts for which nothing is signed or sent
     */
    public SubmissionDriver(
            Chain chain,
            TransactionFormat format,
            SubmissionRepository book,
            OperatorSigner signatory,
            AccountFreezes freezes) {
        this.chain = chain;
        this.format = format;
        this.book = book;
        this.signatory = signatory;
        this.freezes = freezes;
    }

    /** Drives a submission as far as possible without waiting. */
    public Progress drive(SubmissionRecord record) {
        return switch (record.state()) {
            case SubmissionState.Absent absent -> throw new IllegalStateException("no submission " + record.id());
            case SubmissionState.Built built when isHeld(record) -> new Progress.Open(record, FROZEN);
            case SubmissionState.Built built -> signatory
                    .sign(record)
                    .fold(
                            fault -> new Progress.Unsigned(record, fault),
                            signed -> unlessHeld(record, new SubmissionCommand.Sign(signed), new SubmissionCommand.Send()));
            case SubmissionState.Signed signed ->
                unlessHeld(record, new SubmissionCommand.Send());
            case SubmissionState.InFlight inFlight -> goOn(record);
            case SubmissionState.Final ended -> new Progress.Over(record);
        };
    }

    /** Whether nothing is signed or sent for one of its accounts. It goes on once that ends. */
    private boolean isHeld(SubmissionRecord record) {
        return unchanged(record).isLeft();
    }

    /** What refuses a commit once one of its accounts is held; or why nothing is signed or sent for it now. */
    private Either<BuildRefusal, Array<StreamAppend>> unchanged(SubmissionRecord record) {
        return Either.sequenceRight(record.subject().accounts().map(freezes::stillFree)).map(Array::ofAll);
    }

    /** Sends a submission for the first time. It is recorded as sent. */
    Progress begin(SubmissionRecord sending) {
        return settle(look(handOver(sending)));
    }

    /** Applies commands, the last of which is to send it, in a commit that a freeze refuses. While held, only its end is looked for. */
    private Progress unlessHeld(SubmissionRecord record, SubmissionCommand... commands) {
        return book.tell(record, Array.of(commands), () -> unchanged(record))
                .fold(
                        untold -> untold.fold(held -> whileHeld(book.newest(record)), invalid -> drive(book.newest(record))),
                        this::begin);
    }

    /** Its owners have its signatures, and may have sent it. Or it can't land any more. */
    private Progress whileHeld(SubmissionRecord record) {
        Progress progress = settle(look(record));
        return progress instanceof Progress.Over ? progress : new Progress.Open(progress.record(), FROZEN);
    }

    /** As {@link #drive(SubmissionRecord)}; and records that it is stuck, if it is open for long. */
    Progress driveAlone(SubmissionRecord record) {
        Progress progress = drive(record);
        if (!(progress instanceof Progress.Over) && isNewest(progress.record())) {
            book.noticeIfStuck(progress.record());
        }
        return progress;
    }

    /** Drives a submission until it is final, or {@code wait} is over. News from the chain end a pause early, and are no result. */
    public Progress drive(SubmissionRecord record, WaitPolicy.Wait wait) {
        Progress progress = drive(record);
        try (LandingHint news = news(progress)) {
            for (int looks = 0; !(progress instanceof Progress.Over) && looks < wait.looks() && wait.rest(news, looks); looks++) {
                progress = drive(book.newest(record));
            }
        }
        return progress;
    }

    private LandingHint news(Progress progress) {
        return progress instanceof Progress.Open(SubmissionRecord open, String why) && open.state() instanceof SubmissionState.InFlight inFlight
                ? chain.landingHint(inFlight.pending().transaction().signature())
                : LandingHint.NONE;
    }

    /** Asks the chain first. If the chain has it, or it cannot land any more, nothing is sent. */
    private Progress goOn(SubmissionRecord record) {
        ChainObservation sight = look(record);
        return sight instanceof ChainObservation.Missing(SubmissionRecord missing, LifetimeReading reading)
                        && missing.state() instanceof SubmissionState.InFlight inFlight
                        && inFlight.pending().lifetime().canLand(reading)
                        && isDue(missing)
                        && !isHeld(missing)
                        && isNewest(missing)
                ? settle(new ChainObservation.Missing(handOver(missing), reading))
                : settle(sight);
    }

    /** Whether nobody else recorded its end meanwhile. */
    private boolean isNewest(SubmissionRecord record) {
        return book.newest(record).state().equals(record.state());
    }

    private boolean isDue(SubmissionRecord record) {
        UnixTime now = book.now();
        return lastSent.find(record.id()).forAll(last -> now.isBefore(last) || !now.isBefore(last.plusSeconds(RESEND_SECONDS)));
    }

    /** The result of asking the chain. */
    private sealed interface ChainObservation {
        SubmissionRecord record();

        /** The chain has not seen it. */
        record Missing(SubmissionRecord record, LifetimeReading reading) implements ChainObservation {}

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
                    case ChainObservation.Seen seen -> "on the chain, and not final yet";
                    case ChainObservation.ChainUnavailable(var same, ChainFault fault) -> "the chain did not answer: " + fault;
                });
    }

    private ChainObservation look(SubmissionRecord record) {
        return SubmissionRules.pending(record.state())
                .<ChainObservation>map(pending -> concluded(pending)
                        .map(conclusion -> observed(record, conclusion))
                        .getOrElseGet(fault -> new ChainObservation.ChainUnavailable(record, fault)))
                .getOrElse(() -> new ChainObservation.Seen(record));
    }

    private ChainObservation observed(SubmissionRecord record, Conclusion conclusion) {
        return switch (conclusion) {
            case Conclusion.Open(var reading) -> missed(record, reading, new SubmissionCommand.FindMissing(reading));
            case Conclusion.Absent(var absence) -> missed(record, absence.value().reading(), new SubmissionCommand.FindAbsent(absence));
            // It may be dropped with its block.
            case Conclusion.Processed processed -> new ChainObservation.Seen(record);
            case Conclusion.Landed(var landing) -> new ChainObservation.Seen(tell(record, new SubmissionCommand.FindLanded(landing)));
        };
    }

    private ChainObservation missed(SubmissionRecord record, LifetimeReading reading, SubmissionCommand missing) {
        return new ChainObservation.Missing(tell(record, missing), reading);
    }

    /** What a source of the chain tells of a transaction. */
    private sealed interface Finding {

        /** It has not landed, and can. */
        record Open(LifetimeReading reading) implements Finding {}

        /** It is in a block that may be dropped, or failed in one that a fork may still take back. */
        record Processed() implements Finding {}

        /** Its message landed. */
        record Landed(Landing landing) implements Finding {}

        /** It can't land any more, and a search did not find its message. */
        record Absent(Absence absence) implements Finding {}
    }

    /** What follows from what the sources tell. An end needs as many of them as have to agree. */
    private sealed interface Conclusion {

        record Open(LifetimeReading reading) implements Conclusion {}

        record Processed() implements Conclusion {}

        record Landed(Agreed<Landing> landing) implements Conclusion {}

        record Absent(Agreed<Absence> absence) implements Conclusion {}
    }

    /** Asks any source first. Only if that one tells an end, all are asked. */
    private Either<ChainFault, Conclusion> concluded(PendingTransaction pending) {
        return finding(chain, pending).flatMap(first -> switch (first) {
            case Finding.Open(var reading) -> Either.right(new Conclusion.Open(reading));
            case Finding.Processed processed -> Either.right(new Conclusion.Processed());
            case Finding.Landed(var landing) ->
                unlessCompared(SourceAnswers.alone(chain, landing).map(Conclusion.Landed::new), pending);
            case Finding.Absent(var absence) ->
                unlessCompared(SourceAnswers.alone(chain, absence).map(Conclusion.Absent::new), pending);
        });
    }

    private Either<ChainFault, Conclusion> unlessCompared(Option<Conclusion> alone, PendingTransaction pending) {
        return alone.<Either<ChainFault, Conclusion>>map(Either::right).getOrElse(() -> compared(pending));
    }

    /**
     * It has landed if enough sources report it. It is absent if all that answer report that, and they are enough: a single one that has it may remember
     * more than the others. A source that reports itself as behind does not count.
     */
    private Either<ChainFault, Conclusion> compared(PendingTransaction pending) {
        SourceAnswers<Finding> answers = SourceAnswers.of(
                chain,
                source -> finding(source, pending).map(found -> Option.when(isSettled(found) || !isBehind(source), found)),
                Finding.Landed.class::isInstance);
        return answers.alike(Finding.Landed.class::isInstance)
                .<Either<ChainFault, Conclusion>>map(landed -> Either.right(
                        new Conclusion.Landed(landed.map(found -> ((Finding.Landed) found).landing()))))
                .getOrElse(() -> answers.all().map(SubmissionDriver::least));
    }

    private static boolean isSettled(Finding finding) {
        return finding instanceof Finding.Landed || finding instanceof Finding.Absent;
    }

    private static boolean isBehind(Chain source) {
        return source.healthySlot().swap().exists(ChainFault.Behind.class::isInstance);
    }

    /** The conclusion where too few sources report a landing: the least final one, since only that can be revised. */
    private static Conclusion least(Agreed<Array<Finding>> answers) {
        Array<Finding> findings = answers.value();
        Array<Absence> absent = findings.filter(Finding.Absent.class::isInstance).map(found -> ((Finding.Absent) found).absence());
        Option<LifetimeReading> open = findings.filter(Finding.Open.class::isInstance)
                .map(found -> ((Finding.Open) found).reading())
                .headOption();
        return absent.size() == findings.size()
                ? new Conclusion.Absent(answers.map(all -> earliest(absent)))
                : open.orElse(() -> findings.contains(new Finding.Processed()) ? Option.none() : absent.map(Absence::reading).headOption())
                        .<Conclusion>map(Conclusion.Open::new)
                        .getOrElse(Conclusion.Processed::new);
    }

    /** What all of them tell: as of the earliest block height, and searched no further than the shortest search. */
    private static Absence earliest(Array<Absence> absent) {
        return new Absence(
                absent.map(Absence::reading).minBy(Comparator.comparingLong(LifetimeReading::blockHeight)).get(),
                absent.exists(one -> one.search() == HistorySearch.CUT_SHORT) ? HistorySearch.CUT_SHORT : HistorySearch.COMPLETE);
    }

    /** Reads nonce and height before the status. If the lifetime is over and the status then missing, it never landed. */
    private Either<ChainFault, Finding> finding(Chain source, PendingTransaction pending) {
        return nonceValue(source, pending.lifetime()).flatMap(nonce -> source.statusAtHeight(pending.transaction().signature())
                .flatMap(seen -> seen.status()
                        .<Either<ChainFault, Finding>>map(known -> Either.right(landed(pending, known)))
                        .getOrElse(() -> missing(source, pending, new LifetimeReading(seen.blockHeight(), nonce)))));
    }

    /** A failure says that another transaction is safe. So it counts once it is final: after a fork the same bytes may succeed. */
    private static Finding landed(PendingTransaction pending, SignatureStatus status) {
        return status.finality() == Finality.FINALIZED || (status.finality() == Finality.CONFIRMED && status.failure().isEmpty())
                ? new Finding.Landed(new Landing(pending.transaction().signature(), status.slot(), status.failure()))
                : new Finding.Processed();
    }

    /** Called if its signature is missing. Searches the history if the lifetime is over, or if a node says that the message has landed. */
    private Either<ChainFault, Finding> missing(Chain source, PendingTransaction pending, LifetimeReading reading) {
        if (!pending.hasLanded() && !pending.lifetime().isOver(reading)) {
            return Either.right(new Finding.Open(reading));
        }
        ParsedTransaction parsed = format.parse(pending.transaction().bytes())
                .getOrElseThrow(refusal -> new IllegalStateException("submitted, and unreadable: " + refusal.detail()));
        return pending.hasLanded()
                ? searched(source, parsed, pending.lifetime(), reading)
                : source.blockhashStatus(parsed.lifetime()).flatMap(status -> switch (status) {
                    // The message can land, whatever else a node says.
                    case VALID -> Either.right(new Finding.Open(reading));
                    case UNKNOWN -> searched(source, parsed, pending.lifetime(), reading);
                });
    }

    private Either<ChainFault, Finding> searched(
            Chain source, ParsedTransaction parsed, Lifetime lifetime, LifetimeReading reading) {
        // The history of a nonce account is shorter than the fee payer's.
        Address named = switch (lifetime) {
            case Lifetime.UntilBlock untilBlock -> parsed.signers().head();
            case Lifetime.WhileNonce nonce -> nonce.account();
        };
        return new MessageSearch(source, read).find(parsed.message(), Array.of(named), lifetime.earliestSlot()).flatMap(found -> switch (found) {
            case MessageSearch.Found.Landed(var as) when as.failure().isEmpty() ->
                Either.right(new Finding.Landed(new Landing(as.signature(), as.slot(), as.failure())));
            case MessageSearch.Found.Landed(var as) -> Revocability.ofLanding(source, as.signature(), as.slot()).map(revocable ->
                    revocable ? new Finding.Processed() : new Finding.Landed(new Landing(as.signature(), as.slot(), as.failure())));
            case MessageSearch.Found.Nothing nothing -> isAdvanceRevocable(source, lifetime).map(revocable -> revocable
                    ? new Finding.Open(reading)
                    : new Finding.Absent(new Absence(reading, nothing.since(lifetime.earliestSlot()))));
            // Workers search to the end.
            case MessageSearch.Found.Unfinished(var fault, var far) -> Either.left(fault);
        });
    }

    private Either<ChainFault, Boolean> isAdvanceRevocable(Chain source, Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.UntilBlock untilBlock -> Either.right(false);
            case Lifetime.WhileNonce nonce -> Revocability.ofAdvance(source, format, nonce.account(), nonce.value());
        };
    }

    private Either<ChainFault, Option<Blockhash>> nonceValue(Chain source, Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.UntilBlock untilBlock -> Either.right(Option.none());
            case Lifetime.WhileNonce nonce -> NonceValue.read(source, format, nonce.account());
        };
    }

    /** Sends it. It must be recorded as sent before. */
    private SubmissionRecord handOver(SubmissionRecord record) {
        var unused = lastSent.keep(record.id(), book.now());
        return record.state() instanceof SubmissionState.InFlight inFlight
                ? heard(record, inFlight.pending(), answer(chain.send(inFlight.pending().transaction().bytes())))
                : record;
    }

    /** Records the answer of a node. "Already processed" is no rejection if it was under this signature: another sender was faster. */
    private SubmissionRecord heard(SubmissionRecord record, PendingTransaction pending, NodeAnswer answer) {
        boolean processed =
                answer instanceof NodeAnswer.Refused(NodeRejection rejection) && rejection.proof() == NodeRejection.Proof.LANDED;
        return Option.when(processed, () -> concluded(pending))
                .flatMap(asked -> asked.filter(Conclusion.Landed.class::isInstance).flatMap(Either::toOption))
                .map(landed -> observed(record, landed).record())
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

    /** Applies a command, and returns the new state; the newest state if the command does not apply, and the same if it brings nothing new. */
    private SubmissionRecord tell(SubmissionRecord record, SubmissionCommand command) {
        return book.tell(record, command)
                .getOrElseGet(invalid -> invalid instanceof InvalidTransition.NothingNew(var state) && state.equals(record.state())
                        ? record
                        : book.newest(record));
    }
}
