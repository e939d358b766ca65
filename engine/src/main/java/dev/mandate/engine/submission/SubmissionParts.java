package dev.mandate.engine.submission;

import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.review.Reviewer;

/**
 * What submitting stands on.
 *
 * @param policies may veto a submission
 * @param managed signs for the tenant's managed signers
 * @param reviewer judges what is submitted
 */
public record SubmissionParts(
        EngineParts engine,
        SubmissionRepository book,
        SubmissionDriver driver,
        OwnAccounts accounts,
        PolicyCheck policies,
        ManagedSigner managed,
        Reviewer reviewer) {}
