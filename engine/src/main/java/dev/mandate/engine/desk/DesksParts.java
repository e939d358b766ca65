package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.Safeguards;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Map;
import java.security.SecureRandom;

/**
 * All that desks stand on.
 *
 * @param random where names come from
 * @param networks those that are served
 * @param patience of whoever orders an account
 * @param maxPriorityFee the most that a transaction may pay to be preferred, in lamports, whoever pays
 */
public record DesksParts(
        Journal journal,
        ServerClock clock,
        SecureRandom random,
        ChainFormats formats,
        Map<Network, NetworkLine> networks,
        CreationAllowance allowance,
        Patience patience,
        BaseUnits maxPriorityFee) {

    /** With the usual cap on priority fees. */
    public DesksParts(
            Journal journal,
            ServerClock clock,
            SecureRandom random,
            ChainFormats formats,
            Map<Network, NetworkLine> networks,
            CreationAllowance allowance,
            Patience patience) {
        this(journal, clock, random, formats, networks, allowance, patience, Safeguards.DEFAULT.maxPriorityFee());
    }
}
