package dev.mandate.engine.limit;

import dev.mandate.domain.chain.KeyStandIn;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitSubject;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Turns the terms of the interface into terms of the chain, for one tenant. Where the chain cannot keep them, a fresh policy key becomes the limit's
 * only member, and the limit is recorded before anybody gets the transaction that creates it.
 */
public final class LimitGrants {

    private final TenantJournal journal;
    private final OwnAccounts accounts;
    private final EngineLimits limits;
    private final Option<PolicyKeys> keys;
    private final Predicate<Address> canSign;

    /**
     * @param keys none if there is no vault
     * @param canSign whether an address can have a key
     */
    public LimitGrants(
            TenantJournal journal,
            OwnAccounts accounts,
            EngineLimits limits,
            Option<PolicyKeys> keys,
            Predicate<Address> canSign) {
        this.journal = journal;
        this.accounts = accounts;
        this.limits = limits;
        this.keys = keys;
        this.canSign = canSign;
    }

    /** The policy keys of limits. */
    public interface PolicyKeys {
        /** The policy key of the limit at this address: the one that it has, or the one that waits for it from now on. */
        Either<BuildRefusal, PolicyKey> of(AccountRef account, Address limit);
    }

    /** The terms of the interface in {@code request}, if it has some. */
    private static Option<PolicyTerms> terms(BuildRequest request) {
        return switch (request) {
            case BuildRequest.AddLimit(var account, PolicyTerms terms, var authority, var options) -> Option.some(terms);
            case BuildRequest.ReplaceLimit(var account, var limit, PolicyTerms terms, var authority, var options) -> Option.some(terms);
            case BuildRequest other -> Option.none();
        };
    }

    private Option<EngineLimit> recorded(Address account, Address createKey) {
        return accounts.ref(account).toOption().flatMap(ref -> limits.book().find(limits.program().limitAddress(ref, createKey)));
    }

    private static BuildRequest with(BuildRequest request, LimitTerms terms) {
        return switch (request) {
            case BuildRequest.AddLimit(var account, var policy, var authority, var options) ->
                new BuildRequest.AddLimit(account, terms, authority, options);
            case BuildRequest.ReplaceLimit(var account, var limit, var policy, var authority, var options) ->
                new BuildRequest.ReplaceLimit(account, limit, terms, authority, options);
            case BuildRequest other -> other;
        };
    }

    /** The terms in {@code request} that the chain alone cannot keep. */
    public Option<PolicyTerms> needingEngine(BuildRequest request) {
        return terms(request).filter(terms -> terms.withoutEngine().isEmpty());
    }

    /** The same request in terms of the chain, for a check of everything else. Another address stands for the key if there is none yet. */
    public Either<BuildRefusal, BuildRequest> withoutKey(BuildRequest request) {
        return terms(request)
                .map(terms -> terms.withoutEngine()
                        .<Either<BuildRefusal, LimitTerms>>map(Either::right)
                        .getOrElse(() -> requireGrantable(request, terms).map(fine -> onChain(terms, policyKey(request, terms))))
                        .map(chains -> with(request, chains)))
                .getOrElse(() -> Either.right(request));
    }

    private Address policyKey(BuildRequest request, PolicyTerms terms) {
        return recorded(account(request), terms.createKey())
                .map(limit -> limit.subject().policyKey())
                .getOrElse(() -> KeyStandIn.of("policy key " + terms.createKey(), canSign));
    }

    private static Address account(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount on -> on.account();
            case BuildRequest.CreateAccount create -> throw new IllegalArgumentException("a creation makes no limit");
        };
    }

    private LimitTerms onChain(PolicyTerms terms, Address policyKey) {
        return terms.onChain(policyKey, journal.clock().now());
    }

    private Either<BuildRefusal, PolicyTerms> requireGrantable(BuildRequest request, PolicyTerms terms) {
        Option<BuildRefusal> bad = Option.when(
                !terms.problems().isEmpty(),
                () -> new BuildRefusal.Forbidden(new Refusal.NotSpent(new SpendingRefusal.BadTerms(terms.problems()))));
        return bad.orElse(() -> terms.expiration()
                        .filter(end -> !journal.clock().now().isBefore(end))
                        .map(BuildRefusal.LimitExpired::new))
                .orElse(() -> Option.when(
                        replaced(request).exists(old -> old.terms().grantTheSameAs(terms)),
                        () -> new BuildRefusal.Forbidden(new Refusal.SettingsRefused(new SettingsRefusal.NothingToChange()))))
                .toEither(terms)
                .swap()
                .flatMap(fine -> keys().map(there -> fine));
    }

    private Option<EngineLimit> replaced(BuildRequest request) {
        return request instanceof BuildRequest.ReplaceLimit replace
                ? limits.book()
                        .find(replace.limit())
                        .filter(old -> accounts.ref(replace.account()).flatMap(ref -> limits.shown(ref, old)).isRight())
                : Option.none();
    }

    private Either<BuildRefusal, PolicyKeys> keys() {
        return keys.toEither(BuildRefusal.NoVault::new);
    }

    /**
     * Builds the creation of a limit that the engine keeps, and records the limit.
     *
     * @param build what builds and checks a request
     */
    public Either<BuildRefusal, TransactionPlan> grant(
            BuildRequest request, PolicyTerms terms, Function<BuildRequest, Either<BuildRefusal, TransactionPlan>> build) {
        return keys().flatMap(made -> policyKey(made, request, terms))
                .flatMap(key -> build.apply(with(request, onChain(terms, key.address())))
                        .peek(built -> accounts.claim(built.account()))
                        .flatMap(built -> limits.book().grant(subject(built, key), terms).bimap(BuildRefusal.Forbidden::new, granted -> built)));
    }

    private Either<BuildRefusal, PolicyKey> policyKey(PolicyKeys made, BuildRequest request, PolicyTerms terms) {
        return recorded(account(request), terms.createKey())
                .filter(limit -> limit.presence() == LimitPresence.LANDED)
                .map(limit -> Either.<BuildRefusal, PolicyKey>right(new PolicyKey(limit.subject().key(), limit.subject().policyKey())))
                .getOrElse(() -> accounts.ref(account(request))
                        .flatMap(ref -> made.of(ref, limits.program().limitAddress(ref, terms.createKey()))));
    }

    private EngineLimitSubject subject(TransactionPlan built, PolicyKey key) {
        return new EngineLimitSubject(
                journal.tenant(), journal.network(), built.account().address(), built.limit().get(), key.id(), key.address());
    }
}
