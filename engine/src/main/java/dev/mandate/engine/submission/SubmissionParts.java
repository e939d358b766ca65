package dev.mandate.engine.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;

/**
 * The parts that the submissions of one owner on one network need.
 *
 * @param owner the owner of the submissions: a tenant, or the host itself
 * @param policies may veto a submission
 * @param managed signs for the owner's managed signers
 * @param reviewer judges what is submitted
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
        OwnAccounts accounts,
        PolicyCheck policies,
        ManagedSigner managed,
        Reviewer reviewer) {}
