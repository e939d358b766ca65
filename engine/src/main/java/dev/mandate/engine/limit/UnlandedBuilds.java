package dev.mandate.engine.limit;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.TransactionViews;
import dev.mandate.engine.submission.Revocability;
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
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The bound on what builders leave behind. A key that a builder uses waits until its limit or signer is on the chain. The policy key of a limit is free for
 * another limit a day later, if no transaction with it can land any more: its blockhash is over, the advance of its durable nonce is final, and no open
 * proposal has it.
 */
public final class UnlandedBuilds {

    /** So many keys are looked at in one build, of so many accounts. */
    private static final int MOST_LOOKED_AT = 32;

    private static final int MOST_ACCOUNTS = 4;
    private static final int PROPOSALS = 20;

    private final EngineParts parts;
    private final UnlandedKeys keys;
    private final TransactionViews transactions;
    private final EngineLimitRepository limits;
    private final Function<KeyPurpose.Signer, Option<Address>> signers;
    private final Supplier<ManagedKeyId> freshIds;

    /** @param signers the addresses that are bound to secp256k1 keys */
    public UnlandedBuilds(
            EngineParts parts,
            UnlandedKeys keys,
            TransactionViews transactions,
            EngineLimitRepository limits,
            Function<KeyPurpose.Signer, Option<Address>> signers,
            Supplier<ManagedKeyId> freshIds) {
        this.parts = parts;
        this.keys = keys;
        this.transactions = transactions;
        this.limits = limits;
        this.signers = signers;
        this.freshIds = freshIds;
    }

    /** A key for {@code purpose}; refused if too many wait. The vault need not have made it yet. */
    public Either<BuildRefusal, UnlandedKey> reserve(Option<AccountRef> account, KeyPurpose purpose) {
        Array<UnlandedKey> all = keys.all();
        UnixTime now = parts.clock().now();
        Option<UnlandedKey> free = all.find(UnlandedKey::isFree);
        Array<UnlandedKey> old = all.filter(key -> isLimit(key) && key.isOld(now)).sortBy(UnlandedKey::builtAt);
        boolean isKnown = all.exists(key -> key.purpose().equals(purpose) && key.isOf(account));
        boolean isFull = UnlandedKeys.refusal(all, account, free).isDefined();
        Array<UnlandedKey> looked = isKnown || (!isFull && free.isDefined())
                ? Array.empty()
                : (isFull ? all.filter(key -> account.isDefined() && key.isOf(account)) : Array.<UnlandedKey>empty()).appendAll(old);
        look(looked.distinct().take(MOST_LOOKED_AT), now);
        return keys.reserve(account, purpose, freshIds);
    }

    /** Records by which durable nonce the limit of {@code plan} lives. */
    public void built(TransactionPlan plan) {
        plan.limit().forEach(limit -> plan.request().options().nonceAccount().forEach(account -> parts.format()
                .parse(plan.steps().head().unsigned().transaction())
                .forEach(parsed -> keys.lives(limit, new NonceUse(account, parsed.lifetime())))));
    }

    private static boolean isLimit(UnlandedKey key) {
        return key.purpose() instanceof KeyPurpose.Limit;
    }

    /** Looks up which of {@code candidates} are on the chain, and which cannot be any more. What the chain does not tell waits on. */
    private void look(Array<UnlandedKey> candidates, UnixTime now) {
        if (candidates.isEmpty()) {
            return;
        }
        Array<AccountQuery> nonces = candidates.flatMap(UnlandedKey::nonce).map(use -> parts.format().nonceQuery(use.account())).distinct();
        Chain chain = parts.chain();
        Option<AccountsSnapshot> last = Option.when(nonces.nonEmpty(), () -> chain.finalizedAccounts(nonces)).flatMap(Either::toOption);
        chain.accounts(candidates.flatMap(this::queries).distinct()).forEach(found -> {
            Array<UnlandedKey> landed = candidates.filter(key -> isThere(key, found));
            landed.forEach(this::landed);
            candidates.removeAll(landed)
                    .filter(key -> isLimit(key) && key.isOld(now))
                    .filter(key -> key.nonce().forAll(use -> last.exists(
                            then -> !Revocability.mayStand(parts.format(), use.account(), use.value(), found, then))))
                    .groupBy(key -> key.account().get())
                    .toArray()
                    .take(MOST_ACCOUNTS)
                    .flatMap(group -> notProposed(group._1, group._2, found))
                    .filter(this::isAbsent)
                    .forEach(dead -> keys.free(dead, commit -> limits.forget(commit, limit(dead))));
        });
    }

    private static Address limit(UnlandedKey key) {
        return switch (key.purpose()) {
            case KeyPurpose.Limit(Address limit) -> limit;
            case KeyPurpose.Signer signer -> throw new IllegalArgumentException("a signer's key is no policy key");
            case KeyPurpose.Free free -> throw new IllegalArgumentException("a free key has no limit");
        };
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
            case KeyPurpose.Signer signer -> signers.apply(signer).exists(address -> key.account()
                    .flatMap(of -> found.at(parts.program().query(of.settings().address()))
                            .owned()
                            .flatMap(data -> parts.program().readSettings(of.settings(), data).toOption()))
                    .exists(there -> there.settings().roster().find(address).isDefined()));
            case KeyPurpose.Free free -> false;
        };
    }

    /** The proposal that makes it may have been executed since the first look. */
    private boolean isAbsent(UnlandedKey key) {
        AccountQuery query = parts.program().query(limit(key));
        return parts.chain().accounts(Array.of(query)).exists(found -> found.at(query).owned().isEmpty());
    }

    /** Those of {@code over} that no open proposal of the account has. */
    private Array<UnlandedKey> notProposed(AccountRef account, Array<UnlandedKey> over, AccountsSnapshot found) {
        return found.at(parts.program().query(account.settings().address())).owned().isEmpty()
                ? over
                : transactions.page(account.address(), Option.none(), PROPOSALS)
                        .map(page -> over.reject(key -> mayBeProposed(limit(key), page)))
                        .getOrElse(Array::empty);
    }

    private static boolean mayBeProposed(Address limit, TransactionPage page) {
        boolean isCut = page.next().isDefined() && page.items().lastOption().forAll(last -> !last.stale());
        return isCut || page.items().filter(UnlandedBuilds::isOpen).exists(view -> view.transaction()
                .content()
                .toArray()
                .flatMap(content -> content.settingsActions())
                .exists(action -> action instanceof SettingsAction.AddSpendingLimit(var made, var terms) && made.equals(limit)));
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
        if (key.purpose() instanceof KeyPurpose.Limit(Address limit) && limits.find(limit).isDefined()) {
            limits.landed(limit);
            if (limits.find(limit).exists(one -> one.presence() == LimitPresence.BUILT && one.ended().isEmpty())) {
                return;
            }
        }
        keys.drop(Array.of(key));
    }
}
