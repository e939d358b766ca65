package dev.mandate.engine.query;

import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.engine.transfer.OwnedTokenAccounts;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.ports.spi.program.TokenFormat.Holding;
import dev.mandate.ports.spi.program.TokenFormat.MintFacts;
import dev.mandate.ports.spi.program.TokenFormat;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.control.Either;
import java.util.function.Function;
import java.util.function.Supplier;
import io.vavr.control.Option;

/** Reads accounts, limits and balances for display. */
public final class AccountViews {

    private final ChainReader reader;
    private final TokenFormat tokens;
    private final OwnedTokenAccounts tokenAccounts;

    public AccountViews(ChainReader reader, EngineParts parts) {
        this.reader = reader;
        this.tokens = parts.tokens();
        this.tokenAccounts = new OwnedTokenAccounts(parts.chain(), tokens);
    }

    public Either<BuildRefusal, AccountView> account(Address account) {
        return reader.load(account, Array.empty(), Array.empty())
                .map(AccountViews::view);
    }

    public static AccountView view(LoadedAccount loaded) {
        return new AccountView(loaded.ref(), loaded.settings(), loaded.balance(), loaded.now());
    }

    /**
     * Limits of an account.
     *
     * @param read the account, read beside them
     */
    public record Limits(LoadedAccount read, Seq<LimitView> views) {}

    /** All limits. */
    public Either<BuildRefusal, Limits> limits(Address account) {
        return limits(account, reader::limitsOf);
    }

    /** The limits at {@code addresses}, as far as they exist. */
    public Either<BuildRefusal, Limits> limitsAt(Address account, Seq<Address> addresses) {
        return limits(account, ref -> reader.limitsAt(ref, addresses));
    }

    private Either<BuildRefusal, Limits> limits(
            Address account, Function<AccountRef, Either<BuildRefusal, Map<Address, SpendingLimit>>> search) {
        return reader.locate(account).flatMap(ref -> {
            Supplier<Either<BuildRefusal, Map<Address, SpendingLimit>>> found = reader.begin(() -> search.apply(ref));
            return loaded(account).flatMap(loaded -> found.get().flatMap(limits -> views(loaded, limits)));
        });
    }

    private Either<BuildRefusal, LoadedAccount> loaded(Address account) {
        return reader.load(account, Array.empty(), Array.empty());
    }

    private Either<BuildRefusal, Limits> views(LoadedAccount loaded, Map<Address, SpendingLimit> limits) {
        return mints(mintsOf(limits.values())).map(mints -> new Limits(loaded, limits.toArray().map(entry -> new LimitView(
                entry._1,
                entry._2.terms(),
                entry._2.windowAt(loaded.now()),
                mints.get(entry._2.terms().token().mintAddress()).flatMap(tokens::transferFee)))));
    }

    private static Seq<Address> mintsOf(Seq<SpendingLimit> limits) {
        return limits.flatMap(limit -> switch (limit.terms().token()) {
            case Token.Sol sol -> Option.<Address>none();
            case Token.Mint(Address mint) -> Option.some(mint);
        });
    }

    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        Supplier<Either<BuildRefusal, Seq<TokenBalance>>> tokens = reader.begin(() -> tokens(account));
        return loaded(account).flatMap(there -> tokens.get());
    }

    /** The tokens of an account that need not be there. */
    public Either<BuildRefusal, Seq<TokenBalance>> tokens(Address account) {
        return ChainReader.silentOn(tokenAccounts.of(account))
                .flatMap(held -> mints(held.values().map(Holding::mint)).map(mints -> held.toArray().map(entry -> new TokenBalance(
                        entry._1,
                        entry._2.mint(),
                        entry._2.amount(),
                        mints.get(entry._2.mint())
                                .flatMap(mint -> tokens.readMint(entry._2.mint(), mint).toOption())
                                .map(MintFacts::decimals)))));
    }

    /** The accounts of mints, without those that are closed. */
    private Either<BuildRefusal, Map<Address, AccountData>> mints(Seq<Address> mints) {
        return mints.isEmpty()
                ? Either.right(HashMap.empty())
                : reader.snapshot(mints.distinct().map(tokens::query)).map(AccountsSnapshot::owned);
    }
}
