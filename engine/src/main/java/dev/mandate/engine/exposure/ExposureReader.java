package dev.mandate.engine.exposure;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.exposure.VaultBalances;
import dev.mandate.domain.exposure.KnownAccounts;
import dev.mandate.domain.exposure.SpendableLimit;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.TokenBalance;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.function.Supplier;

/**
 * Reads an account with its newest transactions, tokens and limits, and the tenant's other accounts whose vaults have a role in it.
 *
 * @param views of balances
 * @param own the tenant's accounts
 */
public record ExposureReader(ChainReader reader, AccountViews views, OwnAccounts own) {

    /** Older transactions are left out. */
    private static final int MOST_TRANSACTIONS = 40;
    /** Further accounts with a role are taken as strangers. */
    private static final int MOST_ACCOUNTS = 4;

    /**
     * The state that the search starts from.
     *
     * @param limits of the account
     * @param engineKeys the engine's voters in the account
     * @param newKey an address that is no signer
     */
    public Either<BuildRefusal, Exposures> read(
            LoadedAccount account, Seq<LimitView> limits, Array<Address> engineKeys, Address newKey) {
        Address address = account.ref().address();
        Supplier<Either<BuildRefusal, Seq<TokenBalance>>> tokens = reader.begin(() -> views.tokens(address));
        return withTransactions(address, account.settings().transactionIndex()).flatMap(loaded -> others(loaded)
                .flatMap(others -> tokens.get().map(held -> new Exposures(
                        loaded.rules(),
                        new KnownAccounts(address, others.put(address, withLimits(loaded.account(), limits))),
                        new VaultBalances(held.foldLeft(
                                HashMap.<Token, BaseUnits>of(new Token.Sol(), loaded.balance()),
                                (sum, one) -> sum.put(
                                        Token.ofMint(one.mint()), one.amount(), (a, b) -> a.plus(b).getOrElse(BaseUnits.MAX)))),
                        limits.toArray().map(limit -> spendable(limit, loaded.now())),
                        HashSet.ofAll(engineKeys),
                        newKey,
                        loaded.now()))));
    }

    private Either<BuildRefusal, LoadedAccount> withTransactions(Address account, long newest) {
        return reader.load(account, Array.rangeClosed(Math.max(1, newest - MOST_TRANSACTIONS + 1), newest), Array.empty());
    }

    private Either<BuildRefusal, Map<Address, SmartAccount>> others(LoadedAccount loaded) {
        Array<Address> holders = loaded.settings().roster().signers().map(Signer::address)
                .appendAll(loaded.settings().admin().holder())
                .distinct()
                .remove(loaded.ref().address())
                .filter(holder -> own.ref(holder).isRight())
                .take(MOST_ACCOUNTS);
        return Either.sequenceRight(holders.map(holder -> reader.load(holder, Array.empty(), Array.empty())
                        .flatMap(there -> withTransactions(holder, there.settings().transactionIndex()))
                        .map(there -> Tuple.of(holder, there.account()))))
                .map(HashMap::ofEntries);
    }

    private static SmartAccount withLimits(SmartAccount account, Seq<LimitView> limits) {
        return limits.foldLeft(account, (so, limit) -> so.withLimit(limit.limit(), new SpendingLimit(limit.terms(), limit.window())));
    }

    private static SpendableLimit spendable(LimitView view, UnixTime now) {
        return view.kept()
                .map(kept -> kept(view, kept))
                .getOrElse(() -> SpendableLimit.of(view.limit(), new SpendingLimit(view.terms(), view.window()), now));
    }

    private static SpendableLimit kept(LimitView view, LimitView.KeptByEngine kept) {
        EngineLimit limit = kept.limit();
        return new SpendableLimit(
                view.limit(),
                limit.terms().vaultIndex(),
                limit.terms().token(),
                limit.terms().amount(),
                limit.terms().period().lengthSeconds(),
                limit.windowAt(kept.at()),
                limit.terms().signers(),
                limit.terms().destinations(),
                limit.terms().expiration());
    }
}
