package dev.mandate.engine.build;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Builds the creation of an account. */
final class CreationBuilder {

    private final SmartAccountProgram program;
    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final Assembler assembler;

    CreationBuilder(EngineParts parts, ChainReader reader, Assembler assembler) {
        this.program = parts.program();
        this.reader = reader;
        this.requested = new RequestedAddresses(parts);
        this.assembler = assembler;
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.CreateAccount request) {
        AccountRef ref = program.locate(request.createKey());
        return reader.snapshot(Array.of(program.creationTermsAddress(), ref.settings().address())
                        .map(program::query)
                        .appendAll(requested.of(request)))
                .flatMap(found -> draft(request, ref, found));
    }

    private Either<BuildRefusal, Draft> draft(
            BuildRequest.CreateAccount request, AccountRef ref, AccountsSnapshot found) {
        if (!(found.at(program.query(ref.settings().address())) instanceof FoundAccount.Absent)) {
            return Either.left(new BuildRefusal.AccountExists(ref.address()));
        }
        Address termsAddress = program.creationTermsAddress();
        return assembler
                .payer(request.options(), Array.of(request.payer()))
                .flatMap(payer -> BuildRefusal.present(found, program.query(termsAddress))
                        .flatMap(data -> ChainReader.expected(termsAddress, program.readCreationTerms(data)))
                        .flatMap(terms -> simulate(request, payer, terms, found)
                                .map(simulation -> new Draft(
                                        ref,
                                        found,
                                        payer,
                                        simulation,
                                        request.options(),
                                        new Phase.Complete(),
                                        Draft.Additions.NONE,
                                        Draft.Subject.ACCOUNT))));
    }

    private Either<BuildRefusal, RuleSimulation> simulate(
            BuildRequest.CreateAccount request, Address payer, CreationTerms terms, AccountsSnapshot found) {
        Operation operation = new Operation.CreateAccount(
                request.createKey(), payer, terms, request.terms(), request.options().memo());
        return program.rules().decide(Option.none(), operation.command(), found.chainTime())
                .<BuildRefusal>mapLeft(BuildRefusal.Forbidden::new)
                .map(events -> {
                    SmartAccount account = program.rules().fold(Option.none(), events)
                            .getOrElseThrow(() -> new IllegalStateException("created nothing"));
                    return new RuleSimulation(
                            program.rules(),
                            account,
                            Array.of(new RuleSimulation.Act(operation, account.settings(), account.settings())));
                });
    }
}
