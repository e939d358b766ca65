package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.authority.NetworkAuthorities;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.intent.Intents;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.policy.FilterBook;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionDriver;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * The parts that all tenant services of one network share.
 *
 * @param custody custody of the accounts of all tenants
 * @param authorities none if no vault is configured
 * @param nonces the durable nonces that accounts allow
 * @param operators the operator's fee payers on all networks
 */
record NetworkContext(
        TenantEngineParts parts,
        Network network,
        Chain chain,
        CustodyEngine custody,
        TenantAccounts accounts,
        SubmissionBook submissions,
        SubmissionDriver driver,
        AccountCreations creations,
        EngineLimits limits,
        Option<NetworkAuthorities> authorities,
        AllowedNonces nonces,
        Set<Address> operators) {

    LimitSuccessions successions() {
        return new LimitSuccessions(journal(), clock(), network);
    }

    FilterBook filters() {
        return new FilterBook(journal(), clock(), network);
    }

    Intents intents() {
        return new Intents(network, journal(), clock(), formats().signatures(), authorities);
    }

    Journal journal() {
        return parts.journal();
    }

    ServerClock clock() {
        return parts.clock();
    }

    ChainFormats formats() {
        return parts.formats();
    }

    TransactionFormat format() {
        return parts.formats().format();
    }
}
