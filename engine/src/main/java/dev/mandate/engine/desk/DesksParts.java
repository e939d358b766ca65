package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Network;
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
 */
public record DesksParts(
        Journal journal,
        ServerClock clock,
        SecureRandom random,
        ChainFormats formats,
        Map<Network, NetworkLine> networks,
        CreationAllowance allowance,
        Patience patience) {}
