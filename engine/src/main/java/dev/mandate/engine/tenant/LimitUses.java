package dev.mandate.engine.tenant;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.engine.intent.Intents.VerifiedIntent;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.limit.EngineLimitBook;
import dev.mandate.engine.limit.LimitUse;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.ports.chain.AccountQuery;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LimitUseRefusal;
import dev.mandate.ports.custody.ReservedUse;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Uses of a tenant's limits that the engine keeps. A signed intent of an entitled signer lets an amount be reserved for the one message that is built
 * here. The policy key signs it when it is submitted.
 */
final class LimitUses {

    private final NetworkContext context;
    private final Tenant tenant;
    private final TenantCustody custody;
    private final Answers answers;

    LimitUses(NetworkContext context, Tenant tenant, TenantCustody custody) {
        this.context = context;
        this.tenant = tenant;
        this.custody = custody;
        this.answers = new Answers(context.journal(), context.clock(), "limit-use-answer");
    }

    /** The tenant's limit at this address, if the engine keeps it. */
    Option<EngineLimit> find(Address account, Address limit) {
        return book().find(limit)
                .filter(kept -> kept.subject().tenant().equals(tenant) && kept.subject().account().equals(account));
    }

    /** The use, if it was allowed now; nothing is reserved. */
    Either<LimitUseRefusal, TransactionPlan> validate(BuildRequest.UseLimit asked) {
        return planned(asked, Option.none(), custody::validate).map(Planned::plan);
    }

    /** Reserves the amount, and returns the transaction that spends it. */
    Either<LimitUseRefusal, ReservedUse> reserve(BuildRequest.UseLimit asked, SignedIntent intent, Retry retry) {
        return earlier(asked.limit(), retry).getOrElse(() -> custody.account(asked.account())
                .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                .flatMap(account -> context.intents()
                        .verify(tenant, account, terms(asked), new IntentAuthority.OneOf(HashSet.of(asked.signer())), intent)
                        .mapLeft(LimitUseRefusal.ByIntent::new))
                .flatMap(verified -> planned(asked, Memo.parse(intent.nonce().toString()).toOption(), custody::build)
                        .flatMap(planned -> reserved(asked, planned, verified, retry))));
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
    private record Planned(EngineLimit limit, TransactionPlan plan, UnixTime opened, UnixTime now) {}

    /** @param note a memo that makes equal uses different transactions */
    private Either<LimitUseRefusal, Planned> planned(
            BuildRequest.UseLimit asked,
            Option<Memo> note,
            Function<BuildRequest, Either<BuildRefusal, TransactionPlan>> build) {
        BuildOptions options = asked.options();
        if (options.nonceAccount().isDefined()) {
            return Either.left(new LimitUseRefusal.NonceNotAllowed());
        }
        BuildOptions paid = options.paidBy(options.feePayer().getOrElse(asked.signer()));
        BuildOptions noted = options.memo().orElse(note).map(paid::withMemo).getOrElse(paid);
        return custody.own(asked.account())
                .flatMap(ref -> find(asked.account(), asked.limit())
                        .<BuildRefusal>toEither(() -> new BuildRefusal.Forbidden(new Refusal.NoLimit(asked.limit())))
                        .flatMap(limit -> looked(ref, limit)))
                .<LimitUseRefusal>mapLeft(LimitUseRefusal.NotBuilt::new)
                .flatMap(looked -> allowed(asked, looked, Sha256.of(asked.toString()))
                        .flatMap(fine -> build.apply(new BuildRequest.UseLimit(
                                        asked.account(),
                                        asked.limit(),
                                        looked.limit().subject().policyKey(),
                                        asked.destination(),
                                        asked.amount(),
                                        noted))
                                .mapLeft(LimitUseRefusal.NotBuilt::new))
                        .map(plan -> new Planned(looked.limit(), plan, looked.opened(), looked.now())));
    }

    private record Looked(EngineLimit limit, UnixTime opened, UnixTime now) {}

    private Either<BuildRefusal, Looked> looked(AccountRef ref, EngineLimit limit) {
        Address address = limit.subject().limit();
        AccountQuery query = context.formats().program().query(address);
        return context.chain()
                .accounts(Array.of(query))
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> found.at(query)
                        .owned()
                        .flatMap(data -> context.formats().program().readLimit(ref, address, data).toOption())
                        .<BuildRefusal>toEither(() -> new BuildRefusal.Forbidden(new Refusal.NoLimit(address)))
                        .map((SpendingLimit chains) ->
                                new Looked(limit, chains.window().start(), context.limits().later(found.chainTime()))));
    }

    private Either<LimitUseRefusal, EngineLimitCommand.Reserve> allowed(BuildRequest.UseLimit asked, Looked looked, Bytes32 message) {
        EngineLimitCommand.Reserve reserve =
                new EngineLimitCommand.Reserve(message, asked.signer(), asked.destination(), asked.amount(), looked.opened());
        return book().add(Commit.at(looked.now()), asked.limit(), reserve, looked.now())
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
                planned.now().plusSeconds(EngineLimitRules.LAPSE_SECONDS));
        EngineLimitCommand.Reserve reserve = new EngineLimitCommand.Reserve(
                message, asked.signer(), asked.destination(), asked.amount(), planned.opened());
        return Repository.<Either<LimitUseRefusal, ReservedUse>, ReservedUse>commit(context.journal(), () -> {
                    Option<Either<LimitUseRefusal, ReservedUse>> known = earlier(asked.limit(), retry);
                    if (known.isDefined()) {
                        return Either.left(known.get());
                    }
                    return context.intents()
                            .spend(Commit.at(context.clock().now()), verified)
                            .<LimitUseRefusal>mapLeft(LimitUseRefusal.ByIntent::new)
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
        return context.submissions().find(SubmissionBook.idOf(tenant, context.network(), unsigned.message())).isDefined();
    }

    private Option<Either<LimitUseRefusal, ReservedUse>> earlier(Address limit, Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new LimitUseRefusal.KeyReused()));
            case Earlier.Same(String message) -> {
                LimitUse use = book().use(limit, Bytes32.of(Bytes.ofHex(message).toArray()));
                ParsedTransaction parsed = context.format()
                        .parse(use.transaction())
                        .getOrElseThrow(refusal -> new IllegalStateException("built here, and unreadable: " + refusal.detail()));
                yield Option.some(Either.right(view(
                        book().find(limit).get(),
                        use,
                        new UnsignedTransaction(parsed.transaction(), parsed.message(), parsed.maxBytes(), parsed.signers()))));
            }
        };
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

    private EngineLimitBook book() {
        return context.limits().book();
    }
}
