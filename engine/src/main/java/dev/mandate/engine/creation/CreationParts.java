package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.keys.OperatorKey;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import java.security.SecureRandom;

/**
 * The parts that the creation of accounts on one network needs.
 *
 * @param custody builds the transactions
 * @param maxPriorityFee the most that a creation pays as priority fee, in lamports
 * @param policies the host's policies on transactions
 * @param random makes the ids of new accounts
 */
public record CreationParts(
        Network network,
        CustodyEngine custody,
        Chain chain,
        SmartAccountProgram program,
        TransactionFormat format,
        SignatureCheck signatures,
        OperatorKey operator,
        Journal journal,
        SubmissionBook submissions,
        TenantAccounts holdings,
        CreationAllowance allowance,
        BaseUnits maxPriorityFee,
        Array<TransactionPolicy> policies,
        ServerClock clock,
        SecureRandom random) {}
