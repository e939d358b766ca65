package dev.mandate.engine.limit;

import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.LimitView;
import io.vavr.collection.Seq;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The limits that the engine keeps for a tenant, with the clocks that they go by. */
public final class EngineLimits {

    private final Chain chain;
    private final ChainFormats formats;
    private final EngineLimitRepository book;
    private final ServerClock clock;

    public EngineLimits(EngineParts parts) {
        this.chain = parts.chain();
        this.formats = parts.formats();
        this.book = new EngineLimitRepository(parts.journal());
        this.clock = parts.clock();
    }

    public EngineLimitRepository book() {
        return book;
    }

    public SmartAccountProgram program() {
        return formats.program();
    }

    /** Adds what the engine keeps. The chain's clock is asked only if the engine keeps any of them. */
    public Either<BuildRefusal, Seq<LimitView>> withTerms(Seq<LimitView> views) {
        return views.forAll(view -> book.find(view.limit()).isEmpty())
                ? Either.right(views)
                : now().<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                        .map(now -> views.map(view -> book.find(view.limit()).map(kept -> view.comparedWith(kept, now)).getOrElse(view)));
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
                .flatMap(signer -> book.ofPolicyKey(signer))
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

    /** The limit on the chain and the chain's time; refused if it is not there, or not the one that the record implies. */
    public Either<BuildRefusal, Tuple2<SpendingLimit, UnixTime>> standing(AccountRef account, EngineLimit limit) {
        Address address = limit.subject().limit();
        return look(limit)
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> found.at(program().query(address))
                        .owned()
                        .flatMap(data -> program().readLimit(account, address, data).toOption())
                        .<BuildRefusal>toEither(() -> new BuildRefusal.Forbidden(new Refusal.NoLimit(address)))
                        .filterOrElse(
                                chains -> limit.implies(chains.terms()),
                                other -> new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(address)))
                        .map(chains -> Tuple.of(chains, found.chainTime())));
    }

    /** Whether the limit's account is on the chain. */
    Either<ChainFault, AccountsSnapshot> look(EngineLimit limit) {
        return chain.accounts(Array.of(formats.program().query(limit.subject().limit())));
    }
}
