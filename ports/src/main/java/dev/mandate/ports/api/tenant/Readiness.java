package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.MissingMethod;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Whether the store, the key vault and the chain nodes answer. Requests depend on them.
 *
 * @param store whether the journal's store answers, and accepts writes
 * @param vault whether the key vault answers; without a vault it does
 * @param chains whether a node answers, for each network served
 * @param nodes each node of a network that has several sources to tell apart
 * @param background what goes on beside requests; it decides nothing here
 */
public record Readiness(
        StoreHealth store, VaultHealth vault, Map<Network, Health> chains, Map<Network, Seq<NodeHealth>> nodes, Background background) {

    /** While nothing is known. */
    public static final Readiness UNKNOWN =
            new Readiness(StoreHealth.SILENT, VaultHealth.SILENT, HashMap.empty(), HashMap.empty(), Background.NONE);

    /**
     * Clocks, the watcher and mail.
     *
     * @param clockDifferenceSeconds by network, the chain's clock minus the server's, if the chain told it
     * @param watched by network, the start of the last look at all accounts that missed nothing; none before the first one, and where another instance
     *     watches
     * @param mail the last attempt to send a mail by this process
     */
    public record Background(
            Map<Network, Long> clockDifferenceSeconds, Map<Network, Option<UnixTime>> watched, Option<MailAttempt> mail) {

        public static final Background NONE = new Background(HashMap.empty(), HashMap.empty(), Option.none());
    }

    /** An attempt to send a mail. */
    public record MailAttempt(MailOutcome outcome, UnixTime at) {}

    /** The outcome of an attempt to send a mail. */
    public enum MailOutcome {
        SENT,
        /** It is tried again. */
        RETRIED,
        /** It is a dead letter. */
        REFUSED
    }

    /**
     * The state of one node.
     *
     * @param name host and port
     * @param health {@link Health#ANSWERS}, {@link Health#BEHIND}, {@link Health#WRONG_NETWORK} or {@link Health#SILENT}
     * @param missing the methods in use that it does not offer
     */
    public record NodeHealth(String name, Health health, Seq<MissingMethod> missing) {}

    /** The state of the store. */
    public enum StoreHealth {
        ANSWERS,
        /** It can be read, but not written: requests that must record something are refused. */
        READ_ONLY,
        SILENT
    }

    /** The state of the key vault. */
    public enum VaultHealth {
        ANSWERS,
        /** What needs a key is refused. Reads go on, and what needs no key. */
        SILENT
    }

    /** The state of a network, or of the whole service. */
    public enum Health {
        ANSWERS,
        /** Its nodes lag behind the network. */
        BEHIND,
        /** Its nodes belong to another network. */
        WRONG_NETWORK,
        /** Fewer nodes answer than have to agree: it is read and built for, and nothing is signed or told for good. */
        TOO_FEW_NODES,
        /** Its clock and the server's are too far apart: no limit that the engine keeps is used or ended. */
        CLOCKS_DISAGREE,
        SILENT
    }

    /** Whether requests can be served: the store takes writes, the vault signs, and of each network as many nodes answer as have to agree. */
    public Health all() {
        return store == StoreHealth.ANSWERS
                        && vault == VaultHealth.ANSWERS
                        && chains.nonEmpty()
                        && chains.values().forAll(Readiness::isServed)
                ? Health.ANSWERS
                : Health.SILENT;
    }

    private static boolean isServed(Health health) {
        return switch (health) {
            case ANSWERS, CLOCKS_DISAGREE -> true;
            case TOO_FEW_NODES, BEHIND, WRONG_NETWORK, SILENT -> false;
        };
    }
}
