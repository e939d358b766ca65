package dev.mandate.engine.build;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.engine.query.RentTable;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.ports.spi.program.TokenFormat.MintFacts;
import dev.mandate.ports.spi.program.TokenFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Builds payments within a spending limit. If the receiver has no account for the token, the transaction creates one. A payment that
 * the balances do not cover is refused.
 */
final class SpendBuilder {

    private final SmartAccountProgram program;
    private final TokenFormat tokens;
    private final TokenMoves tokenMoves;
    private final RentTable rents;
    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final Assembler assembler;

    SpendBuilder(EngineParts parts, ChainReader reader, Assembler assembler) {
        this.program = parts.program();
        this.tokens = parts.tokens();
        this.tokenMoves = new TokenMoves(parts, reader);
        this.rents = new RentTable(parts.chain());
        this.reader = reader;
        this.requested = new RequestedAddresses(parts);
        this.assembler = assembler;
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.UseLimit request) {
        Seq<AccountQuery> beside = requested.of(request).appendAll(AccountQuery.ofAnyOwner(Array.of(request.destination())));
        return reader.load(request.account(), Array.empty(), Array.of(request.limit()), beside)
                .flatMap(loaded -> loaded.account()
                        .limits()
                        .get(request.limit())
                        .<BuildRefusal>toEither(() ->
                                new BuildRefusal.Forbidden(new Refusal.NoLimit(request.limit())))
                        .flatMap(limit -> way(payment(request, loaded, limit), loaded)
                                .flatMap(way -> draft(request, loaded, limit.terms().vaultIndex(), way))));
    }

    /** A payment out of a vault. */
    record Payment(Address vault, Token token, Address destination, BaseUnits amount) {}

    /**
     * The source and destination accounts of a payment, and the account that must be created first.
     *
     * @param making for a given payer, the instruction that creates the receiver's token account
     * @param obstacles why the payment would fail, although the rules allow it
     */
    record Way(
            SpendRoute route,
            Function<Address, Array<Instruction>> making,
            Array<NewStorage> room,
            Array<BuildRefusal> obstacles) {}

    private Payment payment(BuildRequest.UseLimit request, LoadedAccount loaded, SpendingLimit limit) {
        return new Payment(
                program.vaultAddress(loaded.ref(), limit.terms().vaultIndex()),
                limit.terms().token(),
                request.destination(),
                request.amount());
    }

    /** @param loaded with the destination */
    private Either<BuildRefusal, Way> way(Payment payment, LoadedAccount loaded) {
        return payment.token() instanceof Token.Sol && payment.vault().equals(loaded.ref().address())
                ? solWay(payment, loaded.read())
                : way(payment);
    }

    Either<BuildRefusal, Way> way(Payment payment) {
        return switch (payment.token()) {
            case Token.Sol sol -> solWay(payment);
            case Token.Mint(Address mint) ->
                reader.one(tokens.query(mint))
                        .flatMap(data -> ChainReader.expected(mint, tokens.readMint(mint, data))
                                .flatMap(facts -> tokenWay(payment, facts, data)));
        };
    }

    private Either<BuildRefusal, Way> solWay(Payment payment) {
        return reader.snapshot(AccountQuery.ofAnyOwner(Array.of(payment.vault(), payment.destination())))
                .flatMap(found -> solWay(payment, found));
    }

    private Either<BuildRefusal, Way> solWay(Payment payment, AccountsSnapshot found) {
        return rents.minimum(0).map(minimum -> new Way(
                new SpendRoute.Sol(), payer -> Array.empty(), Array.empty(), solShortfall(payment, found, minimum).toArray()));
    }

    private static Option<BuildRefusal> solShortfall(
            Payment payment, AccountsSnapshot found, BaseUnits minimum) {
        Address vault = payment.vault();
        BaseUnits balance = ChainReader.lamports(found, vault);
        Address to = payment.destination();
        return balance.minus(payment.amount())
                .<Option<BuildRefusal>>map(left -> to.equals(vault)
                        ? Option.none()
                        : belowMinimum(vault, left, minimum)
                                .orElse(() -> belowMinimum(
                                        to,
                                        ChainReader.lamports(found, to).plus(payment.amount()).getOrElse(BaseUnits.MAX),
                                        minimum)))
                .getOrElse(() -> Option.some(new BuildRefusal.NotCovered(vault, balance, payment.amount())));
    }

    private static Option<BuildRefusal> belowMinimum(Address account, BaseUnits after, BaseUnits minimum) {
        return after.isZero() || after.compareTo(minimum) >= 0
                ? Option.none()
                : Option.some(new BuildRefusal.BelowRentMinimum(account, after, minimum));
    }

    private Either<BuildRefusal, Way> tokenWay(
            Payment payment, MintFacts mint, AccountData mintData) {
        Address destination = payment.destination();
        Address from = tokens.accountOf(payment.vault(), mint);
        Address to = tokens.accountOf(destination, mint);
        SpendRoute route = new SpendRoute.Tokens(mint.mint(), mint.tokenProgram(), mint.decimals(), from, to);
        return reader.snapshot(Array.of(from, to).map(tokens::query)).flatMap(found -> tokenBalance(found, from, mint).flatMap(balance -> {
            Array<BuildRefusal> obstacles = tokenMoves.obstacles(mint, mintData, found, from, to)
                    .appendAll(Option.when(
                            payment.amount().compareTo(balance) > 0,
                            () -> new BuildRefusal.NotCovered(from, balance, payment.amount())));
            return found.at(tokens.query(to)).owned().isDefined()
                    ? Either.right(new Way(route, payer -> Array.empty(), Array.empty(), obstacles))
                    : ChainReader.expected(mint.mint(), tokens.accountLength(mintData)).map(length -> new Way(
                            route,
                            payer -> Array.of(tokens.createAccount(payer, destination, mint)),
                            Array.of(new NewStorage(NewStorage.Kind.TOKEN_ACCOUNT, to, 0, length)),
                            obstacles));
        }));
    }

    private Either<BuildRefusal, BaseUnits> tokenBalance(AccountsSnapshot found, Address tokenAccount, MintFacts mint) {
        return ChainReader.expected(tokenAccount, LayoutProblem.owned(found.at(tokens.query(tokenAccount)))
                .flatMap(account -> account.isEmpty()
                        ? Either.right(BaseUnits.ZERO)
                        : tokens.readBalance(tokenAccount, account.get(), mint)));
    }

    private Either<BuildRefusal, Draft> draft(
            BuildRequest.UseLimit request, LoadedAccount loaded, int vaultIndex, Way way) {
        Operation spend = new Operation.Spend(
                request.signer(),
                request.limit(),
                vaultIndex,
                request.destination(),
                request.amount(),
                way.route(),
                request.options().memo());
        return RuleSimulation.of(loaded.rules(), loaded.account(), Array.of(spend), loaded.now())
                .flatMap(simulation -> assembler
                        .payer(request.options(), Array.of(request.signer()))
                        .flatMap(payer -> BuildRefusal.unless(way.obstacles()).map(fine -> payer))
                        .map(payer -> Draft.of(loaded, payer, simulation, request.options(), new Phase.Complete())
                                .with(Draft.Additions.leading(way.making().apply(payer), way.room()))));
    }
}
