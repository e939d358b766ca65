package dev.mandate.engine.build;

import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.engine.query.RentTable;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.NonceCreation;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Builds the creation of a nonce account. */
final class NonceBuilder {

    private final TransactionFormat format;
    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final Assembler assembler;
    private final RentTable rents;

    NonceBuilder(EngineParts parts, ChainReader reader, Assembler assembler) {
        this.format = parts.format();
        this.reader = reader;
        this.requested = new RequestedAddresses(parts);
        this.assembler = assembler;
        this.rents = new RentTable(parts.chain());
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.CreateNonceAccount request) {
        NewStorage room = format.nonceRoom(request.nonceAccount());
        return reader.load(request.account(), Array.empty(), Array.empty(), requested.of(request))
                .flatMap(loaded -> assembler
                        .payer(request.options(), Array.of(request.authority()))
                        .flatMap(payer -> rents.priceOf(room)
                                .map(lamports -> new NonceCreation(payer, request.nonceAccount(), request.authority(), lamports)))
                        .map(creation -> draft(loaded, request, creation, room)));
    }

    private Draft draft(LoadedAccount loaded, BuildRequest.CreateNonceAccount request, NonceCreation creation, NewStorage room) {
        RuleSimulation nothing = new RuleSimulation(loaded.rules(), loaded.account(), Array.empty());
        return Draft.of(loaded, creation.payer(), nothing, request.options(), new Phase.Complete())
                .with(Draft.Additions.leading(format.createNonce(creation), Array.of(room)));
    }
}
