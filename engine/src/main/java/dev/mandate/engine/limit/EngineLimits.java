package dev.mandate.engine.limit;

import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.LandedUse;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.RanInstruction;
import io.vavr.collection.Seq;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.agreement.LimitClocks;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The limits that the engine keeps for a tenant, with the clocks that they go by. */
public final class EngineLimits {

    /** Why nothing is recorded of a limit after a loss of commits. */
    static final String UNCOUNTED = "its uses are not counted again yet";

    /** How many transactions of a limit's history are read at once. */
    private static final int HISTORY_PAGE = 100;

    private final Chain chain;
    private final ChainFormats formats;
    private final EngineLimitRepository book;
    private final LimitClocks clocks;

    public EngineLimits(EngineParts parts) {
        this.chain = parts.chain();
        this.formats = parts.formats();
        this.book = new EngineLimitRepository(parts.journal());
        this.clocks = new LimitClocks(parts.chain(), parts.clock());
    }

    public EngineLimitRepository book() {
        return book;
    }

    public SmartAccountProgram program() {
        return formats.program();
    }

    /** The format of the chain's transactions. */
    public TransactionFormat format() {
        return formats.format();
    }

    /**
     * Adds what the engine keeps.
     *
     * @param read what was read beside the limits, with the chain's clock
     */
    public Seq<LimitView> withTerms(Seq<LimitView> views, AccountsSnapshot read) {
        ClockReading now = clocks.reading(read);
        return views.map(view -> book.find(view.limit())
                .peek(kept -> seen(kept, view.terms()))
                .map(kept -> view.comparedWith(kept, now))
                .getOrElse(view));
    }

    private void seen(EngineLimit onChain, LimitTerms terms) {
        if (onChain.presence() == LimitPresence.BUILT && onChain.implies(terms)) {
            book.landed(onChain.subject().limit());
        }
    }

    /** The clocks by which a use is reserved, signed or settled, and a limit ends. */
    public LimitClocks clocks() {
        return clocks;
    }

    /** The clocks, without an account. */
    public Either<BuildRefusal, LimitClock> clock() {
        return clocks.read(Array.empty()).map(LimitClocks.Reading::clock);
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
        ParsedTransaction parsed = format()
                .parse(ended.transaction().bytes())
                .getOrElseThrow(refusal -> new IllegalStateException("submitted, and unreadable: " + refusal.detail()));
        Bytes32 message = Sha256.of(parsed.message());
        if (ended instanceof SubmissionState.Confirmed) {
            book.builtIn(parsed.message())
                    .filter(limit -> look(limit).exists(found -> !found.accounts().owned().isEmpty()))
                    .forEach(limit -> book.landed(limit.subject().limit()));
        }
        Array<EngineLimit> used = parsed.signers()
                .flatMap(signer -> book.ofPolicyKey(signer))
                .filter(limit -> limit.reservations().exists(one -> one.message().equals(message)));
        return used.isEmpty() ? Option.none() : settle(used, message, ended);
    }

    private Option<String> settle(Array<EngineLimit> used, Bytes32 message, SubmissionState.Final ended) {
        return outcome(used, ended)
                .flatMap(outcome -> clock().map(now -> used.map(limit ->
                        book.tell(limit.subject().limit(), new EngineLimitCommand.Settle(message, outcome), now))))
                // Another worker may have been faster.
                .fold(refusal -> Option.some(reason(refusal)), told -> told.flatMap(one -> one.swap().toOption())
                        .find(EngineLimitRefusal.LostUsesOpen.class::isInstance)
                        .map(uncounted -> UNCOUNTED));
    }

    private Either<BuildRefusal, Outcome> outcome(Array<EngineLimit> used, SubmissionState.Final ended) {
        return switch (ended) {
            // There is one window for ever.
            case SubmissionState.Confirmed landed when used.forAll(limit -> limit.terms().period().lengthSeconds().isEmpty()) ->
                Either.right(new Outcome.Spent(Option.none()));
            case SubmissionState.Confirmed(var transaction, Signature id, long slot) ->
                landedAt(id).bimap(BuildRefusal.ChainSilent::new, Outcome.Spent::new);
            case SubmissionState.Indeterminate unknown -> Either.right(new Outcome.Spent(Option.none()));
            case SubmissionState.Failed failed -> Either.right(new Outcome.Released());
            case SubmissionState.Expired expired -> Either.right(new Outcome.Released());
        };
    }

    /** The limit, after its uses on the chain were counted again if the journal has lost commits since it was written. */
    Either<LimitUseRefusal, EngineLimit> counted(EngineLimit limit) {
        Address address = limit.subject().limit();
        Option<UnixTime> loss = book.entity(address).flatMap(book::lossSince);
        if (loss.isEmpty()) {
            return Either.right(limit);
        }
        EngineLimitRefusal.LostUsesOpen open = EngineLimitRepository.lostUsesOpen(loss.get());
        return book.now().isBefore(open.until())
                ? Either.left(new LimitUseRefusal.ByRule(address, open))
                : landedUses(address)
                        .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                        .flatMap(landed -> clock().map(now -> Tuple.of(new EngineLimitCommand.Recount(landed.value()), now)))
                        .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                        .flatMap(recount -> book.recount(address, loss.get(), recount._1, recount._2)
                                .<LimitUseRefusal>mapLeft(why -> new LimitUseRefusal.ByRule(address, why)))
                        .map(recounted -> book.find(address).get());
    }

    /** All uses of a limit, as so many sources tell them alike as have to agree. */
    private Either<ChainFault, Agreed<Array<LandedUse>>> landedUses(Address limit) {
        SourceAnswers<Array<LandedUse>> answers =
                SourceAnswers.of(chain, source -> landedUses(source, limit).map(Option::some), uses -> true);
        return answers.alike(uses -> true)
                .<Either<ChainFault, Agreed<Array<LandedUse>>>>map(Either::right)
                .getOrElse(() -> answers.all().flatMap(differing -> Either.left(new ChainFault.NodesDisagree())));
    }

    private Either<ChainFault, Array<LandedUse>> landedUses(Chain source, Address limit) {
        Array<LandedUse> uses = Array.empty();
        Option<Signature> before = Option.none();
        while (true) {
            Either<ChainFault, Seq<LandedSignature>> page = source.history(limit, before, HISTORY_PAGE)
                    .flatMap(known -> known.toEither(() -> new ChainFault.BadAnswer("what the history named is not known to it")));
            Either<ChainFault, Array<LandedUse>> found = page.flatMap(entries -> landedUses(
                    source, limit, entries.filter(entry -> entry.failure().isEmpty()).map(LandedSignature::signature)));
            if (found.isLeft()) {
                return found;
            }
            uses = uses.appendAll(found.get());
            before = page.get().lastOption().map(LandedSignature::signature);
            if (page.get().size() < HISTORY_PAGE) {
                return Either.right(uses);
            }
        }
    }

    private Either<ChainFault, Array<LandedUse>> landedUses(Chain source, Address limit, Seq<Signature> signatures) {
        return source.landed(signatures)
                .filterOrElse(
                        landed -> landed.forAll(Option::isDefined),
                        missing -> new ChainFault.BadAnswer("what the history named is not known"))
                .map(landed -> landed.map(Option::get).flatMap(one -> one.instructions()
                        .map(RanInstruction::instruction)
                        .flatMap(program()::limitPayment)
                        .filter(payment -> payment.limit().equals(limit))
                        .map(payment -> new LandedUse(Sha256.of(one.message()), payment.amount(), one.time()))));
    }

    /** The limit on the chain and the clocks; refused if it is not there, or not the one that the record implies. */
    public Either<BuildRefusal, Tuple2<SpendingLimit, LimitClock>> standing(AccountRef account, EngineLimit limit) {
        return look(limit).flatMap(found -> implied(account, limit, found.accounts())
                .peek(chains -> seen(limit, chains.terms()))
                .map(chains -> Tuple.of(chains, found.clock())));
    }

    /** The limit on the chain, as one source shows it: for building. */
    Either<BuildRefusal, SpendingLimit> shown(AccountRef account, EngineLimit limit) {
        return chain.accounts(Array.of(program().query(limit.subject().limit())))
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> implied(account, limit, found));
    }

    private Either<BuildRefusal, SpendingLimit> implied(AccountRef account, EngineLimit limit, AccountsSnapshot found) {
        Address address = limit.subject().limit();
        return found.at(program().query(address))
                .owned()
                .flatMap(data -> program().readLimit(account, address, data).toOption())
                .<BuildRefusal>toEither(() -> new BuildRefusal.Forbidden(new Refusal.NoLimit(address)))
                .filterOrElse(
                        chains -> limit.implies(chains.terms()),
                        other -> new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(address)));
    }

    /** When a transaction landed; none if the chain does not tell it alike. */
    private Either<ChainFault, Option<Agreed<UnixTime>>> landedAt(Signature id) {
        SourceAnswers<Option<UnixTime>> answers = SourceAnswers.of(
                chain, source -> source.landed(id).map(found -> Option.some(found.flatMap(LandedTransaction::time))), Option::isDefined);
        return answers.alike(Option::isDefined)
                .map(agreed -> Either.<ChainFault, Option<Agreed<UnixTime>>>right(Option.some(agreed.map(Option::get))))
                .getOrElse(() -> answers.all().map(all -> Option.none()));
    }

    /** For the operator, why nothing was recorded. */
    static String reason(BuildRefusal refusal) {
        return refusal instanceof BuildRefusal.ClocksDisagree(ClockReading(ChainClock(var earliest, var latest), UnixTime server))
                ? "the clocks disagree: the chain's shows %s to %s, and the server's %s".formatted(earliest, latest, server)
                : "the chain did not answer: " + refusal;
    }

    /** Whether the limit's account is on the chain. */
    Either<BuildRefusal, LimitClocks.Reading> look(EngineLimit limit) {
        return clocks.read(Array.of(formats.program().query(limit.subject().limit())));
    }
}
