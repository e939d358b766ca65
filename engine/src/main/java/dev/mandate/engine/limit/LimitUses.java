package dev.mandate.engine.limit;

import dev.mandate.engine.intent.Intents;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.enginelimit.Reservation;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.intent.Intents.VerifiedIntent;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * Uses of a tenant's limits that the engine keeps. A signed intent of an entitled signer lets an amount be reserved for the one message that is built
 * here. The policy key signs it when it is submitted. Without an intent an entitled managed signer approves the message ({@link ApprovedUses}).
 */
public final class LimitUses {

    private final EngineParts parts;
    private final OwnAccounts accounts;
    private final EngineLimits limits;
    private final Intents intents;
    private final SubmissionRepository submissions;
    private final Answers answers;
    private final LandedUses landed;

    public LimitUses(EngineParts parts, OwnAccounts accounts, EngineLimits limits, Intents intents, SubmissionRepository submissions) {
        this.parts = parts;
        this.accounts = accounts;
        this.limits = limits;
        this.intents = intents;
        this.submissions = submissions;
        this.answers = parts.journal().answers("limit-use-answer");
        this.landed = new LandedUses(parts.chain(), parts.program());
    }

    /** Builds the transaction of a request, or refuses it. */
    @FunctionalInterface
    public interface Build {
        Either<BuildRefusal, TransactionPlan> of(BuildRequest request);
    }

    /** The tenant's limit at this address, if the engine keeps it. */
    public Option<EngineLimit> find(Address account, Address limit) {
        return book().find(limit).filter(kept -> kept.subject().account().equals(account));
    }

    /** The use, if it was allowed now; nothing is reserved. */
    public Either<LimitUseRefusal, TransactionPlan> validate(BuildRequest.UseLimit asked, Build validate) {
        return planned(asked, Option.none(), validate).map(Planned::plan);
    }

    /**
     * The transaction of a use that its signer authorises by approving it. Nothing is reserved before it is submitted ({@link ApprovedUses}).
     *
     * @param note a memo that makes equal uses different transactions
     */
    public Either<LimitUseRefusal, TransactionPlan> build(BuildRequest.UseLimit asked, Memo note, Build build) {
        return planned(asked, Option.some(note), build).map(Planned::plan);
    }

    /**
     * Reserves the amount, and returns the transaction that spends it. The chain is asked first whether the intent's use landed: the journal may have
     * been restored from a backup.
     */
    public Either<LimitUseRefusal, ReservedUse> reserve(BuildRequest.UseLimit asked, SignedIntent intent, Retry retry, Build build) {
        return earlier(asked.limit(), retry).getOrElse(() -> accounts.acting(asked.account())
                .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                .flatMap(own -> {
                    Supplier<Either<ChainFault, LandedUses.Found>> search = parts.chain().begin(() -> landed.find(asked.limit(), intent));
                    Either<LimitUseRefusal, Verified> verified = verified(asked, intent, build);
                    return search.get()
                            .<LimitUseRefusal>mapLeft(fault -> new LimitUseRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault)))
                            .flatMap(found -> switch (found) {
                                case LandedUses.Found.Landed(var signature) ->
                                    Either.left(new LimitUseRefusal.Landed(intent.nonce(), signature));
                                case LandedUses.Found.Nothing(HistorySearch complete) -> {
                                    Either<LimitUseRefusal, ReservedUse> reserved =
                                            verified.flatMap(use -> reserved(asked, use.planned(), use.intent(), retry));
                                    yield switch (complete) {
                                        case COMPLETE -> reserved;
                                        case CUT_SHORT -> reserved.mapLeft(LimitUses::unlessCutShort);
                                    };
                                }
                            });
                }));
    }

    /** A refusal while the search was cut short. It says nothing about what landed, or is not given. */
    private static LimitUseRefusal unlessCutShort(LimitUseRefusal refused) {
        return switch (refused) {
            case LimitUseRefusal.NotBuilt(var why) when why instanceof BuildRefusal.Unavailable -> refused;
            case LimitUseRefusal.KeyReused reused -> reused;
            case LimitUseRefusal.NotBuilt built -> new LimitUseRefusal.HistoryIncomplete();
            case LimitUseRefusal.ByRule rule -> new LimitUseRefusal.HistoryIncomplete();
            case LimitUseRefusal.ByIntent intent -> new LimitUseRefusal.HistoryIncomplete();
            case LimitUseRefusal.NonceNotAllowed nonce -> new LimitUseRefusal.HistoryIncomplete();
            case LimitUseRefusal.Landed landed -> landed;
            case LimitUseRefusal.HistoryIncomplete incomplete -> incomplete;
        };
    }

    /** A use that is allowed, by an intent that is valid. */
    private record Verified(Planned planned, VerifiedIntent intent) {}

    private Either<LimitUseRefusal, Verified> verified(BuildRequest.UseLimit asked, SignedIntent intent, Build build) {
        return accounts.agreedView(asked.account())
                .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                .flatMap(account -> intents.verify(account, terms(asked), new IntentAuthority.OneOf(HashSet.of(asked.signer())), intent)
                        .mapLeft(this::byIntent))
                .flatMap(valid -> planned(asked, Memo.parse(intent.nonce().toString()).toOption(), build)
                        .map(planned -> new Verified(planned, valid)));
    }

    /** While the clocks disagree an intent may only seem to be over. */
    private LimitUseRefusal byIntent(IntentRefusal why) {
        return limits.clock().fold(LimitUseRefusal.NotBuilt::new, clock -> new LimitUseRefusal.ByIntent(why));
    }

    private static IntentTerms terms(BuildRequest.UseLimit asked) {
        return IntentTerms.of("spending_limit_use")
                .with("limit", asked.limit().toString())
                .with("signer", asked.signer().toString())
                .with("destination", asked.destination().toString())
                .with("amount", asked.amount().toString());
    }

    /**
     * A use that is allowed.
     *
     * @param opened the start of the chain's window
     */
    private record Planned(EngineLimit limit, TransactionPlan plan, UnixTime opened, LimitClock now) {}

    /** @param note a memo that makes equal uses different transactions */
    private Either<LimitUseRefusal, Planned> planned(
            BuildRequest.UseLimit asked,
            Option<Memo> note,
            Build build) {
        BuildOptions options = asked.options();
        if (options.nonceAccount().isDefined()) {
            return Either.left(new LimitUseRefusal.NonceNotAllowed());
        }
        BuildOptions paid = options.paidBy(options.feePayer().getOrElse(asked.signer()));
        BuildOptions noted = options.memo().orElse(note).map(paid::withMemo).getOrElse(paid);
        return accounts.acting(asked.account())
                .flatMap(acting -> accounts.complete(asked.account()))
                .flatMap(ref -> find(asked.account(), asked.limit())
                        .<BuildRefusal>toEither(() -> new BuildRefusal.Forbidden(new Refusal.NoLimit(asked.limit())))
                        .map(limit -> Tuple.of(ref, limit)))
                .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                .flatMap(found -> limits.counted(found._2)
                        .flatMap(counted -> looked(found._1, settled(counted)).mapLeft(LimitUseRefusal.NotBuilt::new)))
                .flatMap(looked -> allowed(asked, looked, Sha256.of(asked.toString()))
                        .flatMap(fine -> build.of(new BuildRequest.UseLimit(
                                        asked.account(),
                                        asked.limit(),
                                        looked.limit().subject().policyKey(),
                                        asked.destination(),
                                        asked.amount(),
                                        noted))
                                .mapLeft(LimitUseRefusal.NotBuilt::new))
                        .map(plan -> new Planned(looked.limit(), plan, looked.opened(), looked.now())));
    }

    private record Looked(EngineLimit limit, UnixTime opened, LimitClock now) {}

    /** The limit, after its uses whose submissions are final are settled. A worker does the same, a moment later. */
    private EngineLimit settled(EngineLimit limit) {
        limit.reservations()
                .filter(one -> one.progress() == Reservation.Progress.SIGNED)
                .flatMap(one -> submissions.find(submissions.id(parsed(book().use(limit.subject().limit(), one.message())).message())))
                .filter(record -> record.state() instanceof SubmissionState.Final)
                .forEach(over -> {
                    // What cannot be settled now stays open, and is left to the worker.
                    var unused = limits.settle(over);
                });
        return book().find(limit.subject().limit()).get();
    }

    private Either<BuildRefusal, Looked> looked(AccountRef ref, EngineLimit limit) {
        return limits.standing(ref, limit).map(chains -> new Looked(limit, chains._1.window().start(), chains._2));
    }

    private Either<LimitUseRefusal, EngineLimitCommand.Reserve> allowed(BuildRequest.UseLimit asked, Looked looked, Bytes32 message) {
        EngineLimitCommand.Reserve reserve =
                new EngineLimitCommand.Reserve(message, asked.signer(), asked.destination(), asked.amount(), looked.opened());
        return book().add(Commit.at(parts.clock().now()), asked.limit(), reserve, looked.now())
                .<LimitUseRefusal>mapLeft(why -> new LimitUseRefusal.ByRule(asked.limit(), why))
                .map(fine -> reserve);
    }

    /** Reserves in the commit that spends the intent's nonce. */
    private Either<LimitUseRefusal, ReservedUse> reserved(
            BuildRequest.UseLimit asked, Planned planned, VerifiedIntent verified, Retry retry) {
        UnsignedTransaction unsigned = planned.plan().single().unsigned();
        Bytes32 message = Sha256.of(unsigned.message());
        LimitUse use = new LimitUse(
                asked.limit(),
                unsigned.transaction(),
                planned.plan().single().fee(),
                planned.now().reading().expiry().plusSeconds(EngineLimitRules.LAPSE_SECONDS));
        EngineLimitCommand.Reserve reserve = new EngineLimitCommand.Reserve(
                message, asked.signer(), asked.destination(), asked.amount(), planned.opened());
        return parts.journal().<Either<LimitUseRefusal, ReservedUse>, ReservedUse>commit(() -> {
                    Option<Either<LimitUseRefusal, ReservedUse>> known = earlier(asked.limit(), retry);
                    if (known.isDefined()) {
                        return Either.left(known.get());
                    }
                    return accounts.acting(asked.account(), Commit.at(parts.clock().now()))
                            .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                            .flatMap(commit -> intents.spend(commit, verified).mapLeft(LimitUseRefusal.ByIntent::new))
                            .flatMap(spent -> isSubmitted(unsigned)
                                    ? Either.left(new LimitUseRefusal.ByRule(asked.limit(), new EngineLimitRefusal.EqualUseOpen()))
                                    : book().add(spent, asked.limit(), reserve, planned.now())
                                            .mapLeft(why -> new LimitUseRefusal.ByRule(asked.limit(), why)))
                            .<Either<LimitUseRefusal, ReservedUse>>mapLeft(Either::left)
                            .map(commit -> new Decision<>(
                                    answers.add(book().use(commit, message, use), retry, Bytes.of(message.toArray()).toHex()),
                                    view(planned.limit(), use, unsigned)));
                })
                .fold(known -> known, Either::right);
    }

    private boolean isSubmitted(UnsignedTransaction unsigned) {
        return submissions.find(submissions.id(unsigned.message())).isDefined();
    }

    private Option<Either<LimitUseRefusal, ReservedUse>> earlier(Address limit, Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new LimitUseRefusal.KeyReused()));
            case Earlier.Same(String message) -> {
                LimitUse use = book().use(limit, Bytes32.of(Bytes.ofHex(message).toArray()));
                ParsedTransaction parsed = parsed(use);
                yield Option.some(Either.right(view(
                        book().find(limit).get(),
                        use,
                        new UnsignedTransaction(parsed.transaction(), parsed.message(), parsed.maxBytes(), parsed.signers()))));
            }
        };
    }

    private ParsedTransaction parsed(LimitUse use) {
        return parts.format()
                .parse(use.transaction())
                .getOrElseThrow(refusal -> new IllegalStateException("built here, and unreadable: " + refusal.detail()));
    }

    private static ReservedUse view(EngineLimit limit, LimitUse use, UnsignedTransaction unsigned) {
        return new ReservedUse(
                limit.subject().account(),
                use.limit(),
                unsigned,
                use.fee(),
                unsigned.signers().remove(limit.subject().policyKey()),
                use.until());
    }

    private EngineLimitRepository book() {
        return limits.book();
    }
}
