package dev.mandate.engine.submission;

import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.engine.parts.EngineParts;

/**
 * What submitting stands on.
 *
 * @param managed signs for the tenant's managed signers
 * @param reads what is judged and signed
 * @param settling settles what depends on a submission that a caller is told the end of
 */
public record SubmissionParts(
        EngineParts engine,
        SubmissionRepository book,
        SubmissionDriver driver,
        OwnAccounts accounts,
        ManagedSigner managed,
        AgreedReads reads,
        CompletionHandler settling) {}
