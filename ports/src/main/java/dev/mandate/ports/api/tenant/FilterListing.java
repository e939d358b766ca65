package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * The transaction filters and allowlists of a tenant's accounts. The engine refuses what they refuse when it builds, before a managed signer
 * signs, and when a transaction is submitted. Transactions signed and sent elsewhere are not filtered.
 *
 * <p>The account's threshold or its admin changes them by a signed intent. {@link FilterTerms} has the intents' fields.
 */
public interface FilterListing {

    /**
     * Filters and allowlists of an account.
     *
     * @param version the number of changes so far, of both
     */
    record Versioned(long version, AccountFilters filters) {}

    /** The filters of an account; {@link AccountFilters#NONE} with version 0 before the first change. */
    Either<BuildRefusal, Versioned> of(Address account);

    /**
     * Replaces all filters.
     *
     * @param filters with distinct ids
     * @param expectedVersion the version that is replaced
     * @return the new version
     */
    Either<FilterRefusal, Long> change(
            Address account,
            FilterEffect unmatched,
            Array<TransactionFilter> filters,
            long expectedVersion,
            SignedIntent intent,
            Retry retry);

    /** The same of all allowlists, without a warning acknowledged. */
    default Either<FilterRefusal, Long> change(
            Address account, Array<Allowlist> allowlists, long expectedVersion, SignedIntent intent, Retry retry) {
        return change(account, allowlists, HashSet.empty(), expectedVersion, intent, retry);
    }

    /**
     * The same of all allowlists.
     *
     * @param acknowledged codes of the warnings that the caller accepts. A new destination that could not use money is refused otherwise
     */
    Either<FilterRefusal, Long> change(
            Address account,
            Array<Allowlist> allowlists,
            Set<GiveawayWarning.Code> acknowledged,
            long expectedVersion,
            SignedIntent intent,
            Retry retry);
}
