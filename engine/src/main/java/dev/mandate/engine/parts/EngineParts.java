package dev.mandate.engine.parts;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TokenFormat;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.time.ServerClock;
import java.util.function.Supplier;

/** What every use case of an engine needs: its journal, the chain of its network, and what the host has set. */
public record EngineParts(TenantJournal journal, Chain chain, ChainFormats formats, EngineSettings settings) {

    /** The same, with a chain whose sources agree on accounts. */
    public EngineParts agreeing() {
        return new EngineParts(journal, chain.agreeing(), formats, settings);
    }

    /** Runs {@code work} within the budget of calls to nodes that one request has. */
    public <T> T request(Supplier<T> work) {
        return NodeCallBudget.request(settings.nodeCallsPerRequest(), work);
    }

    public Tenant tenant() {
        return journal.tenant();
    }

    public Network network() {
        return journal.network();
    }

    public ServerClock clock() {
        return journal.clock();
    }

    public SmartAccountProgram program() {
        return formats.program();
    }

    public TransactionFormat format() {
        return formats.format();
    }

    public TokenFormat tokens() {
        return formats.tokens();
    }

    public SignatureCheck signatures() {
        return formats.signatures();
    }
}
