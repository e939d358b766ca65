package dev.mandate.engine.build;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TokenFormat.MintFacts;
import dev.mandate.ports.spi.program.TokenFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Checks whether a spending limit can move tokens at all. The account's rules do not know the mint. */
final class TokenMoves {

    private final SmartAccountProgram program;
    private final TokenFormat tokens;
    private final ChainReader reader;

    TokenMoves(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.tokens = parts.tokens();
        this.reader = reader;
    }

    /** The obstacles to moving tokens of a mint between two token accounts; an account that does not exist is not checked. */
    Array<BuildRefusal> obstacles(MintFacts mint, AccountData mintData, AccountsSnapshot found, Address from, Address to) {
        return ofMint(mint.mint(), mintData)
                .appendAll(ofVaults(found, from))
                .appendAll(found.at(tokens.query(to)).owned().isDefined()
                        ? ofReceivers(found, to)
                        : tokens.obstacleToNew(mintData).map(why -> new BuildRefusal.TokensCannotMove(to, why)));
    }

    /** The obstacles to every use of a limit, or to every payment to one of the destinations that it names. */
    Array<BuildRefusal> toLimit(LoadedAccount loaded, LimitTerms terms) {
        return switch (terms.token()) {
            case Token.Sol sol -> Array.empty();
            case Token.Mint(Address mint) ->
                reader.snapshot(Array.of(tokens.query(mint)))
                        .flatMap(found -> found.at(tokens.query(mint))
                                .owned()
                                .flatMap(data -> tokens.readMint(mint, data)
                                        .toOption()
                                        .map(facts -> toLimit(loaded, terms, facts, data)))
                                .getOrElse(() -> Either.right(Array.empty())))
                        .fold(Array::of, obstacles -> obstacles);
        };
    }

    /** The obstacles to the limits that a change of settings adds. */
    Array<BuildRefusal> toChange(LoadedAccount loaded, TransactionContent content) {
        return content.settingsActions().flatMap(action -> switch (action) {
            case SettingsAction.AddSpendingLimit add -> toLimit(loaded, add.terms());
            case SettingsAction.RemoveSpendingLimit remove -> Array.<BuildRefusal>empty();
            case SettingsAction.GovernanceAction governance -> Array.<BuildRefusal>empty();
        });
    }

    private Either<BuildRefusal, Array<BuildRefusal>> toLimit(
            LoadedAccount loaded, LimitTerms terms, MintFacts mint, AccountData mintData) {
        Address from = tokens.accountOf(program.vaultAddress(loaded.ref(), terms.vaultIndex()), mint);
        Array<Address> receivers = terms.destinations().distinct().map(receiver -> tokens.accountOf(receiver, mint));
        return reader.snapshot(receivers.prepend(from).distinct().map(tokens::query))
                .map(found -> ofMint(mint.mint(), mintData)
                        .appendAll(ofVaults(found, from))
                        .appendAll(receivers.flatMap(to -> ofReceivers(found, to))));
    }

    private Array<BuildRefusal> ofMint(Address mint, AccountData data) {
        return tokens.obstacle(data)
                .<BuildRefusal>map(why -> new BuildRefusal.TokensCannotMove(mint, why))
                .toArray();
    }

    private Option<BuildRefusal> ofVaults(AccountsSnapshot found, Address from) {
        return found.at(tokens.query(from))
                .owned()
                .flatMap(tokens::obstacleFrom)
                .map(why -> new BuildRefusal.TokensCannotMove(from, why));
    }

    private Option<BuildRefusal> ofReceivers(AccountsSnapshot found, Address to) {
        return found.at(tokens.query(to)).owned().flatMap(tokens::obstacleTo).map(why -> new BuildRefusal.TokensCannotMove(to, why));
    }
}
