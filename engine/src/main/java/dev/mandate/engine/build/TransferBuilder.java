package dev.mandate.engine.build;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.plan.Draft;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.program.SpendRoute;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Builds payments out of the vault: makes the instructions, and prepares them like a given transaction. An uncovered amount is refused. */
final class TransferBuilder {

    private final EngineParts parts;
    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final SpendBuilder spending;
    private final PrepareBuilder preparation;

    TransferBuilder(EngineParts parts, ChainReader reader, SpendBuilder spending, PrepareBuilder preparation) {
        this.parts = parts;
        this.reader = reader;
        this.requested = new RequestedAddresses(parts);
        this.spending = spending;
        this.preparation = preparation;
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.Transfer request) {
        return request.amount().isZero()
                ? Either.left(new BuildRefusal.NothingToPrepare())
                : reader.locate(request.account())
                        .flatMap(known -> spending.way(new SpendBuilder.Payment(
                                known.address(), request.token(), request.to(), request.amount())))
                        .flatMap(way -> BuildRefusal.unless(way.obstacles())
                                .flatMap(free -> transaction(request, way))
                                .flatMap(prepare -> preparation.draft(
                                        prepare, requested.of(prepare).appendAll(requested.of(request)).distinct())));
    }

    private Either<BuildRefusal, BuildRequest.Prepare> transaction(BuildRequest.Transfer request, SpendBuilder.Way way) {
        Address vault = request.account();
        Instruction move = switch (way.route()) {
            case SpendRoute.Sol sol -> parts.format().transfer(vault, request.to(), request.amount());
            case SpendRoute.Tokens route -> parts.tokens().transfer(vault, route, request.amount());
        };
        // The lifetime of a transaction to prepare is ignored.
        Message message = new Message(
                MessageVersion.LEGACY,
                vault,
                new Blockhash(Bytes32.ZERO),
                way.making().apply(vault).append(move),
                Array.empty());
        return parts.format()
                .compile(message)
                .<BuildRefusal>mapLeft(refusal -> new BuildRefusal.NotCompilable(refusal.toString()))
                .map(unsigned -> new BuildRequest.Prepare(
                        vault, unsigned.transaction(), request.signers(), request.options()));
    }
}
