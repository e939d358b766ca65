package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.WaitPolicy;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.passkey.Passkeys;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.security.SecureRandom;

/**
 * The parts that all tenant services need.
 *
 * @param random source of random ids
 * @param networks the networks served
 * @param waits how long callers wait for the chain
 * @param maxPriorityFee the maximum priority fee of a transaction in lamports, whoever pays it
 * @param policies the host's policies on transactions
 * @param authorities none: the engine holds no key of a signer
 * @param passkeys none if they are not offered
 */
record TenantEngineParts(
        Journal journal,
        ServerClock clock,
        SecureRandom random,
        ChainFormats formats,
        Map<Network, NetworkPorts> networks,
        CreationAllowance allowance,
        WaitPolicy waits,
        BaseUnits maxPriorityFee,
        Array<TransactionPolicy> policies,
        Option<AuthorityPorts> authorities,
        Option<Passkeys> passkeys) {}
