package dev.mandate.engine.creation;

import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.build.TransactionBuilder;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.submission.SubmissionRepository;
import java.security.SecureRandom;

/**
 * What the creation of accounts stands on.
 *
 * @param random makes the ids of new accounts
 */
public record CreationParts(
        EngineParts engine,
        OperatorAccounts operator,
        TransactionBuilder builder,
        AccountDirectory directory,
        SubmissionRepository submissions,
        TenantAccounts accounts,
        SecureRandom random) {}
