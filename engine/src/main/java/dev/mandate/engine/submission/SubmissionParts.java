package dev.mandate.engine.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Set;

/**
 * What the submissions of one owner on one network stand on.
 *
 * @param owner whose submissions they are: a tenant, or the host itself
 * @param operators addresses of the operator's, which have no part in what is submitted
 */
public record SubmissionParts(
        Tenant owner,
        Network network,
        Chain chain,
        ChainFormats formats,
        Journal journal,
        ServerClock clock,
        SubmissionBook book,
        SubmissionDriver driver,
        WaitPolicy waits,
        Safeguards safeguards,
        OwnAccounts accounts,
        Set<Address> operators) {}
