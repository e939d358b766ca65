package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.program.NewRoom;
import dev.mandate.ports.program.Operation;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.SpendRoute;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TokenFormat.MintFacts;
import io.vavr.collection.Vector;
import io.vavr.control.Either;

/** Uses spending limits. Where a receiver has no account for the token yet, the transaction makes it. */
final class SpendBuilder {

    private final SmartAccountProgram program;
    private final TokenFormat tokens;
    private final ChainReader reader;
    private final Assembler assembler;

    SpendBuilder(EngineParts parts, ChainReader reader, Assembler assembler) {
        this.program = parts.program();
        this.tokens = parts.tokens();
        this.reader = reader;
        this.assembler = assembler;
    }

    Either<BuildRefusal, BuiltTransaction> build(BuildRequest.UseLimit request) {
        return reader.load(request.account(), Vector.empty(), Vector.of(request.limit()))
                .flatMap(loaded -> assembler
                        .payer(request.options(), Vector.of(request.signer()))
                        .flatMap(payer -> loaded.account()
                                .limits()
                                .get(request.limit())
                                .<BuildRefusal>toEither(() ->
                                        new BuildRefusal.Forbidden(new Refusal.NoLimit(request.limit())))
                                .flatMap(limit -> way(request, loaded, limit, payer))
                                .flatMap(way -> draft(request, loaded, payer, way))))
                .flatMap(assembler::assemble);
    }

    /** The way of the money, and what must be made first. */
    private record Way(int vaultIndex, SpendRoute route, Vector<Instruction> leading, Vector<NewRoom> room) {}

    private Either<BuildRefusal, Way> way(
            BuildRequest.UseLimit request, LoadedAccount loaded, SpendingLimit limit, Address payer) {
        int vaultIndex = limit.terms().vaultIndex();
        return switch (limit.terms().token()) {
            case Token.Sol sol ->
                Either.right(new Way(vaultIndex, new SpendRoute.Sol(), Vector.empty(), Vector.empty()));
            case Token.Mint(Address mint) ->
                reader.snapshot(Vector.of(mint))
                        .flatMap(found -> ChainReader.present(found, mint))
                        .flatMap(data -> ChainReader.expected(mint, tokens.readMint(mint, data)))
                        .flatMap(facts -> tokenWay(
                                request, facts, vaultIndex, program.vaultAddress(loaded.ref(), vaultIndex), payer));
        };
    }

    private Either<BuildRefusal, Way> tokenWay(
            BuildRequest.UseLimit request, MintFacts mint, int vaultIndex, Address vault, Address payer) {
        Address to = tokens.accountOf(request.destination(), mint);
        SpendRoute route = new SpendRoute.Tokens(
                mint.mint(), mint.tokenProgram(), mint.decimals(), tokens.accountOf(vault, mint), to);
        return reader.snapshot(Vector.of(to)).map(found -> ChainReader.made(found, to).isDefined()
                ? new Way(vaultIndex, route, Vector.empty(), Vector.empty())
                : new Way(
                        vaultIndex,
                        route,
                        Vector.of(tokens.createAccount(payer, request.destination(), mint)),
                        Vector.of(new NewRoom(NewRoom.Kind.TOKEN_ACCOUNT, to, 0, tokens.accountLength(mint)))));
    }

    private static Either<BuildRefusal, Draft> draft(
            BuildRequest.UseLimit request, LoadedAccount loaded, Address payer, Way way) {
        Operation spend = new Operation.Spend(
                request.signer(),
                request.limit(),
                way.vaultIndex(),
                request.destination(),
                request.amount(),
                way.route(),
                request.options().memo());
        return Rehearsal.of(loaded.account(), Vector.of(spend), loaded.now())
                .map(rehearsal -> Draft.of(loaded, payer, rehearsal, request.options(), new Phase.Complete())
                        .with(Draft.Additions.leading(way.leading(), way.room())));
    }
}
