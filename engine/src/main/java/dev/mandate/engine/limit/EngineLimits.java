package dev.mandate.engine.limit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.chain.AccountsSnapshot;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The limits that the engine keeps on one network, with the clocks that they go by. */
public final class EngineLimits {

    private final Chain chain;
    private final ChainFormats formats;
    private final EngineLimitBook book;
    private final ServerClock clock;

    public EngineLimits(Network network, Chain chain, ChainFormats formats, Journal journal, ServerClock clock) {
        this.chain = chain;
        this.formats = formats;
        this.book = new EngineLimitBook(journal, clock, network);
        this.clock = clock;
    }

    public EngineLimitBook book() {
        return book;
    }

    public SmartAccountProgram program() {
        return formats.program();
    }

    /** The later of the chain's clock and the server's clock. */
    public Either<ChainFault, UnixTime> now() {
        return chain.accounts(Array.empty()).map(AccountsSnapshot::chainTime).map(this::later);
    }

    /** The later of {@code chainTime} and the server's clock. */
    public UnixTime later(UnixTime chainTime) {
        return Array.of(chainTime, clock.now()).max().get();
    }

    /**
     * Ends the reservation of a use whose submission is final. It is released only if the chain proves that nothing was spent.
     *
     * @return for the operator, why it is not ended yet; none if it is, or if the submission is no use
     */
    public Option<String> settle(SubmissionRecord over) {
        if (!(over.state() instanceof SubmissionState.Final ended)) {
            throw new IllegalStateException(over.id() + " is not over");
        }
        ParsedTransaction parsed = formats.format()
                .parse(ended.transaction().bytes())
                .getOrElseThrow(refusal -> new IllegalStateException("submitted, and unreadable: " + refusal.detail()));
        Bytes32 message = Sha256.of(parsed.message());
        Array<EngineLimit> used = parsed.signers()
                .flatMap(signer -> book.ofPolicyKey(over.subject().tenant(), signer))
                .filter(limit -> limit.reservations().exists(one -> one.message().equals(message)));
        return used.isEmpty()
                ? Option.none()
                : now().fold(
                        fault -> Option.some("the chain did not answer: " + fault),
                        now -> {
                            used.forEach(limit -> {
                                // Another worker may have been faster.
                                var unused = book.tell(
                                        limit.subject().limit(), new EngineLimitCommand.Settle(message, outcome(ended)), now);
                            });
                            return Option.none();
                        });
    }

    private static Outcome outcome(SubmissionState.Final ended) {
        return switch (ended) {
            case SubmissionState.Confirmed landed -> Outcome.SPENT;
            case SubmissionState.Indeterminate unknown -> Outcome.SPENT;
            case SubmissionState.Failed failed -> Outcome.RELEASED;
            case SubmissionState.Expired expired -> Outcome.RELEASED;
        };
    }

    /** Whether the limit's account is on the chain. */
    Either<ChainFault, AccountsSnapshot> look(EngineLimit limit) {
        return chain.accounts(Array.of(formats.program().query(limit.subject().limit())));
    }
}
