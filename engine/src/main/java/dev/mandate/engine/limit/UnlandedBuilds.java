package dev.mandate.engine.limit;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.TransactionViews;
import dev.mandate.engine.unlanded.KeyPurpose;
import dev.mandate.engine.unlanded.NonceUse;
import dev.mandate.engine.unlanded.UnlandedKey;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SettingsAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The bound on what builders leave behind. A key that a builder uses waits until its limit or signer is on the chain. A day later it is free for another
 * build, if no transaction with it can land any more: its blockhash is over, its durable nonce was advanced, and no open proposal has it.
 */
public final class UnlandedBuilds {

    /** So many keys are looked at in one build. */
    private static final int MOST_LOOKED_AT = 32;

    private static final int PROPOSALS = 20;

    private final EngineParts parts;
    private final UnlandedKeys keys;
    private final TransactionViews transactions;
    private final EngineLimitRepository limits;
    private final BiFunction<Commit, UnlandedKey, Commit> bind;
    private final Supplier<ManagedKeyId> freshIds;

    /** @param bind adds to a commit that a key belongs to its owner for good */
    public UnlandedBuilds(
            EngineParts parts,
            UnlandedKeys keys,
            TransactionViews transactions,
            EngineLimitRepository limits,
            BiFunction<Commit, UnlandedKey, Commit> bind,
            Supplier<ManagedKeyId> freshIds) {
        this.parts = parts;
        this.keys = keys;
        this.transactions = transactions;
        this.limits = limits;
        this.bind = bind;
        this.freshIds = freshIds;
    }

    /** A key for {@code purpose}; refused if too many wait. The vault need not have made it yet. */
    public Either<BuildRefusal, UnlandedKey> reserve(Option<AccountRef> account, KeyPurpose purpose) {
        Array<UnlandedKey> all = keys.all();
        UnixTime now = parts.clock().now();
        boolean isKnown = all.exists(key -> key.purpose().equals(purpose) && key.isOf(account));
        Option<UnlandedKey> free = all.find(UnlandedKey::isFree);
        Array<UnlandedKey> old = all.filter(key -> key.isOld(now)).sortBy(UnlandedKey::builtAt);
        Array<UnlandedKey> looked = isKnown
                ? Array.empty()
                : UnlandedKeys.refusal(all, account, free).isDefined()
                        ? all.filter(key -> account.isDefined() && key.isOf(account)).appendAll(old)
                        : free.isEmpty() ? old : Array.empty();
        return look(looked.distinct().take(MOST_LOOKED_AT), now).flatMap(done -> keys.reserve(account, purpose, freshIds));
    }

    /** Records the address that the vault gave to a key. */
    public UnlandedKey made(UnlandedKey key, Address address) {
        UnlandedKey made = key.at(address);
        if (!key.equals(made)) {
            keys.replace(Array.of(key), Array.of(made), commit -> commit);
        }
        return made;
    }

    /** Records that {@code plan} has the keys that it names as signers or limits: they wait for its account. */
    public Either<BuildRefusal, TransactionPlan> built(TransactionPlan plan) {
        Array<UnlandedKey> all = keys.all();
        Array<Bytes> messages = plan.steps().map(step -> step.unsigned().message());
        Option<NonceUse> nonce = plan.request().options().nonceAccount().flatMap(account -> parts.format()
                .parse(plan.steps().head().unsigned().transaction())
                .toOption()
                .map(parsed -> new NonceUse(account, parsed.lifetime())));
        return use(all, Option.some(plan.account()), messages, nonce).map(done -> plan);
    }

    /** Records that a transaction of {@code account} with the keys that {@code message} has may land. */
    public void submitted(AccountRef account, Bytes message) {
        // What is over the bound waits no longer for that.
        var unused = use(keys.all(), Option.some(account), Array.of(message), Option.none());
    }

    private Either<BuildRefusal, Array<UnlandedKey>> use(
            Array<UnlandedKey> all, Option<AccountRef> account, Array<Bytes> messages, Option<NonceUse> nonce) {
        UnixTime now = parts.clock().now();
        Array<UnlandedKey> named = all.filter(key -> !key.isFree() && key.address().exists(address -> messages.exists(has(address))));
        Array<UnlandedKey> before = named.filter(key -> key.account().isEmpty() || key.isOf(account));
        Array<UnlandedKey> others = named.reject(key -> before.exists(own -> own.purpose().equals(key.purpose())))
                .distinctBy(UnlandedKey::purpose);
        Array<UnlandedKey> after = before.appendAll(others).map(key -> key.built(account, now, nonce.orElse(key::nonce)));
        Option<BuildRefusal> refused = others.isEmpty() ? Option.none() : UnlandedKeys.refusal(all, account, Option.none());
        if (refused.isEmpty() && !after.isEmpty()) {
            keys.replace(before, after, commit -> commit);
        }
        return refused.toEither(after).swap();
    }

    private static Predicate<Bytes> has(Address address) {
        return message -> message.contains(Bytes.of(address.toArray()));
    }

    /** Looks up which of {@code candidates} are on the chain, and which cannot be any more. */
    private Either<BuildRefusal, Array<UnlandedKey>> look(Array<UnlandedKey> candidates, UnixTime now) {
        if (candidates.isEmpty()) {
            return Either.right(candidates);
        }
        return parts.chain()
                .accounts(candidates.flatMap(this::queries).distinct())
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> {
                    Array<UnlandedKey> landed = candidates.filter(key -> isThere(key, found));
                    landed.forEach(this::landed);
                    Array<UnlandedKey> over = candidates.removeAll(landed)
                            .filter(key -> key.isOld(now) && key.nonce().forAll(use -> !lives(use, found)));
                    return Either.sequenceRight(over.groupBy(UnlandedKey::account)
                                    .toArray()
                                    .map(group -> notProposed(group._1.filter(of -> isThere(of, found)), group._2)))
                            .map(dead -> dead.toArray().flatMap(group -> group));
                })
                .peek(this::free);
    }

    private Array<AccountQuery> queries(UnlandedKey key) {
        return Array.<AccountQuery>empty()
                .appendAll(key.account().map(of -> parts.program().query(of.settings().address())))
                .appendAll(key.purpose() instanceof KeyPurpose.Limit(Address limit)
                        ? Option.some(parts.program().query(limit))
                        : Option.none())
                .appendAll(key.nonce().map(use -> parts.format().nonceQuery(use.account())));
    }

    private boolean isThere(UnlandedKey key, AccountsSnapshot found) {
        return switch (key.purpose()) {
            case KeyPurpose.Limit(Address limit) -> found.at(parts.program().query(limit)).owned().isDefined();
            case KeyPurpose.Signer signer -> key.account().flatMap(of -> settings(of, found)).exists(there ->
                    key.address().exists(address -> there.settings().roster().find(address).isDefined()));
            case KeyPurpose.Free free -> false;
        };
    }

    private boolean isThere(AccountRef account, AccountsSnapshot found) {
        return settings(account, found).isDefined();
    }

    private Option<SettingsAccount> settings(AccountRef account, AccountsSnapshot found) {
        return found.at(parts.program().query(account.settings().address()))
                .owned()
                .flatMap(data -> parts.program().readSettings(account.settings(), data).toOption());
    }

    private boolean lives(NonceUse use, AccountsSnapshot found) {
        return found.at(parts.format().nonceQuery(use.account()))
                .owned()
                .flatMap(data -> parts.format().readNonce(use.account(), data).toOption())
                .exists(nonce -> nonce.value().equals(use.value()));
    }

    /** Those of {@code over} that no open proposal of the account has. */
    private Either<BuildRefusal, Array<UnlandedKey>> notProposed(Option<AccountRef> account, Array<UnlandedKey> over) {
        return account.map(of -> transactions.page(of.address(), Option.none(), PROPOSALS)
                        .map(page -> over.reject(key -> mayBeProposed(key, page))))
                .getOrElse(() -> Either.right(over));
    }

    private static boolean mayBeProposed(UnlandedKey key, TransactionPage page) {
        boolean isCut = page.next().isDefined() && page.items().lastOption().forAll(last -> !last.stale());
        return isCut || page.items().filter(UnlandedBuilds::isOpen).exists(view -> view.transaction()
                .content()
                .toArray()
                .flatMap(content -> content.settingsActions())
                .exists(action -> names(action, key)));
    }

    private static boolean names(SettingsAction action, UnlandedKey key) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> key.address().contains(signer.address());
            case SettingsAction.AddSpendingLimit(Address limit, var terms) -> key.purpose().equals(new KeyPurpose.Limit(limit));
            case SettingsAction other -> false;
        };
    }

    private static boolean isOpen(TransactionView view) {
        return !view.stale() && view.transaction().proposal().forAll(proposal -> switch (proposal) {
            case Proposal.Draft draft -> true;
            case Proposal.Active active -> true;
            case Proposal.Approved approved -> true;
            case Proposal.Executed executed -> false;
            case Proposal.Rejected rejected -> false;
            case Proposal.Cancelled cancelled -> false;
        });
    }

    private void landed(UnlandedKey key) {
        switch (key.purpose()) {
            case KeyPurpose.Limit(Address limit) when limits.find(limit).isDefined() -> limits.landed(limit);
            case KeyPurpose.Limit foreign -> keys.replace(Array.of(key), Array.empty(), commit -> commit);
            case KeyPurpose.Signer signer -> keys.replace(
                    keys.all().filter(other -> other.id().equals(key.id())), Array.empty(), commit -> bind.apply(commit, key));
            case KeyPurpose.Free free -> throw new IllegalStateException("a free key lands nowhere");
        }
    }

    /** Two accounts may wait for the same signer: its key is free once neither does. */
    private void free(Array<UnlandedKey> dead) {
        dead.forEach(key -> keys.replace(
                Array.of(key),
                keys.all().exists(other -> other.id().equals(key.id()) && !other.equals(key))
                        ? Array.empty()
                        : Array.of(key.used(new KeyPurpose.Free(), Option.none(), key.builtAt())),
                commit -> key.purpose() instanceof KeyPurpose.Limit(Address limit) ? limits.forget(commit, limit) : commit));
    }
}
