package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.WaitPolicy;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Map;
import java.security.SecureRandom;

/**
 * All that tenant services stand on.
 *
 * @param random where names come from
 * @param networks those that are served
 * @param waits of whoever orders an account
 * @param maxPriorityFee the most that a transaction may pay to be preferred, in lamports, whoever pays
 */
record TenantEngineParts(
        Journal journal,
        ServerClock clock,
        SecureRandom random,
        ChainFormats formats,
        Map<Network, NetworkPorts> networks,
        CreationAllowance allowance,
        WaitPolicy waits,
        BaseUnits maxPriorityFee) {}
