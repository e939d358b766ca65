package dev.mandate.engine.readiness;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.agreement.LimitClocks;
import dev.mandate.ports.api.tenant.Readiness;
import dev.mandate.ports.api.tenant.Readiness.Background;
import dev.mandate.ports.api.tenant.Readiness.Health;
import dev.mandate.ports.api.tenant.Readiness.MailAttempt;
import dev.mandate.ports.api.tenant.Readiness.NodeHealth;
import dev.mandate.ports.api.tenant.Readiness.StoreHealth;
import dev.mandate.ports.api.tenant.Readiness.VaultHealth;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SourceHealth;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Asks store, key vault and chains. */
public record ServiceReadiness(
        Journal journal, ServerClock clock, Option<KeyVault> vault, Map<Network, Chain> chains, Seq<OperatorKey> operators) {

    private static final StreamId PROBE = new StreamId("readiness", "probe");

    /** What a chain tells of itself. */
    private record ChainReading(Health health, Option<ClockReading> clocks, Seq<SourceHealth> sources) {

        static ChainReading of(ChainFault fault, Seq<SourceHealth> sources) {
            return new ChainReading(ServiceReadiness.health(fault), Option.none(), sources);
        }
    }

    /** Asks now. The rest is known already. */
    public Readiness read(Map<Network, Option<UnixTime>> watched, Option<MailAttempt> mail) {
        Map<Network, ChainReading> readings = chains.mapValues(this::reading);
        return new Readiness(
                storeHealth(),
                vaultHealth(),
                readings.mapValues(ChainReading::health),
                readings.mapValues(ChainReading::sources).filterValues(Seq::nonEmpty).mapValues(known -> known.map(ServiceReadiness::health)),
                new Background(
                        readings.flatMap((network, reading) -> reading.clocks()
                                .map(clocks -> Tuple.of(network, clocks.chain().latest().secondsSince(clocks.server())))),
                        watched,
                        mail));
    }

    private ChainReading reading(Chain chain) {
        Seq<SourceHealth> sources = chain.sourceHealth();
        return chain.healthySlot().fold(fault -> ChainReading.of(fault, sources), slot -> agreement(chain, sources));
    }

    private ChainReading agreement(Chain chain, Seq<SourceHealth> sources) {
        boolean enough = chain.agreement() == 1 || sources.count(source -> source.slot().isRight()) >= chain.agreement();
        return enough ? clocks(chain, sources) : new ChainReading(Health.TOO_FEW_NODES, Option.none(), sources);
    }

    private ChainReading clocks(Chain chain, Seq<SourceHealth> sources) {
        return new LimitClocks(chain, clock).clocks().fold(
                fault -> ChainReading.of(fault, sources),
                read -> read.fold(
                        apart -> new ChainReading(Health.CLOCKS_DISAGREE, Option.some(apart), sources),
                        clocks -> new ChainReading(Health.ANSWERS, Option.some(clocks.reading()), sources)));
    }

    private static NodeHealth health(SourceHealth source) {
        return new NodeHealth(source.name(), source.slot().fold(ServiceReadiness::health, slot -> Health.ANSWERS), source.missing());
    }

    private static Health health(ChainFault fault) {
        return switch (fault) {
            case ChainFault.Behind behind -> Health.BEHIND;
            case ChainFault.WrongNetwork wrong -> Health.WRONG_NETWORK;
            case ChainFault.Unreachable unreachable -> Health.SILENT;
            case ChainFault.RateLimited limited -> Health.SILENT;
            case ChainFault.BadAnswer bad -> Health.SILENT;
            case ChainFault.NodesDisagree differ -> Health.TOO_FEW_NODES;
            case ChainFault.NodesMissing missing -> Health.TOO_FEW_NODES;
            case ChainFault.BudgetExceeded exceeded -> Health.SILENT;
        };
    }

    /** Any answer will do: the vault need not have the operator's key. */
    private VaultHealth vaultHealth() {
        boolean answers = vault.forAll(keys -> keys.find(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER).isRight())
                && operators.forAll(key -> key.unavailable().isEmpty());
        return answers ? VaultHealth.ANSWERS : VaultHealth.SILENT;
    }

    private StoreHealth storeHealth() {
        try {
            return switch (journal.writability()) {
                case WRITABLE -> journal.version(PROBE) >= 0 ? StoreHealth.ANSWERS : StoreHealth.SILENT;
                case READ_ONLY -> StoreHealth.READ_ONLY;
            };
        } catch (JournalUnavailableException e) {
            return StoreHealth.SILENT;
        }
    }
}
