package dev.mandate.engine.filter;

import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.engine.filter.FilterRepository.Change;
import dev.mandate.engine.audit.EndProtection;
import dev.mandate.engine.intent.Intents;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.RoleAddresses;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.engine.intent.Intents.VerifiedIntent;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.CallFormat;
import dev.mandate.ports.api.tenant.FilterListing;
import dev.mandate.ports.api.tenant.FilterRefusal;
import dev.mandate.ports.api.tenant.FilterTerms;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The filters and allowlists of one tenant's accounts, by signed intents. */
public final class FilterChanges implements FilterListing {

    private final EngineParts parts;
    private final OwnAccounts accounts;
    private final Intents intents;
    private final FilterRepository book;
    private final Reviewer reviewer;
    private final Answers answers;
    private final EndProtection ends;

    public FilterChanges(EngineParts parts, OwnAccounts accounts, Intents intents, FilterRepository book, Reviewer reviewer, EndProtection ends) {
        this.parts = parts;
        this.accounts = accounts;
        this.intents = intents;
        this.book = book;
        this.reviewer = reviewer;
        this.ends = ends;
        this.answers = parts.journal().answers("filters-answer");
    }

    @Override
    public Either<BuildRefusal, Versioned> of(Address account) {
        return parts.request(() -> accounts.complete(account).map(ref -> book.find(account)
                .map(found -> new Versioned(found.version(), found.state()))
                .getOrElse(() -> new Versioned(0, AccountFilters.NONE))));
    }

    @Override
    public Either<FilterRefusal, Long> change(
            Address account,
            FilterEffect unmatched,
            Array<TransactionFilter> filters,
            long expectedVersion,
            SignedIntent intent,
            Retry retry) {
        Option<FilterRefusal> useless = filters.flatMap(this::useless).headOption();
        return useless.isDefined()
                ? Either.left(useless.get())
                : parts.request(() -> change(
                        account,
                        FilterTerms.of(unmatched, filters, expectedVersion),
                        new Change.Filtered(unmatched, filters),
                        expectedVersion,
                        intent,
                        retry));
    }

    @Override
    public Either<FilterRefusal, Long> change(
            Address account,
            Array<Allowlist> allowlists,
            Set<GiveawayWarning.Code> acknowledged,
            long expectedVersion,
            SignedIntent intent,
            Retry retry) {
        return parts.request(() -> earlier(retry).getOrElse(() -> accounts.acting(account)
                .flatMap(ref -> reviewer.receivers(ref, listed(account, allowlists), acknowledged))
                .flatMap(finding -> BuildRefusal.unless(finding.<BuildRefusal>map(BuildRefusal.Reviewed::new).toArray()))
                .<FilterRefusal>mapLeft(FilterRefusal.NotRead::new)
                .flatMap(usable -> change(
                        account,
                        FilterTerms.of(allowlists, expectedVersion),
                        new Change.Listed(allowlists),
                        expectedVersion,
                        intent,
                        retry))));
    }

    /** The destinations that are new in the account's allowlists, with the numbers of their lists. */
    private Array<MoneyReceiver> listed(Address account, Array<Allowlist> allowlists) {
        Array<Address> before = book.find(account).toArray().flatMap(found -> destinations(found.state().allowlists()));
        return allowlists.zipWithIndex().flatMap(list -> destinations(Array.of(list._1))
                .removeAll(before)
                .map(address -> new MoneyReceiver(list._2, address, MoneyReceiver.Form.LISTED)));
    }

    private static Array<Address> destinations(Array<Allowlist> lists) {
        return lists.filter(list -> list.kind() == Allowlist.Kind.DESTINATION).flatMap(Allowlist::addresses);
    }

    /** Why a filter would never apply. A DENY that is misspelled must not seem to protect. */
    private Option<FilterRefusal> useless(TransactionFilter filter) {
        CallFormat calls = parts.formats().calls();
        return filter.instruction()
                .filter(name -> calls.instructions(filter.program()).forAll(known -> !known.contains(name)))
                .<FilterRefusal>map(name -> new FilterRefusal.UnknownInstruction(filter.id(), name))
                .orElse(() -> filter.accounts()
                        .map(RoleAddresses::role)
                        .find(role -> !calls.roles().contains(role))
                        .map(role -> new FilterRefusal.UnknownRole(filter.id(), role)));
    }

    private Either<FilterRefusal, Long> change(
            Address account, IntentTerms terms, Change change, long expectedVersion, SignedIntent intent, Retry retry) {
        return earlier(retry).getOrElse(() -> accounts.actingView(account)
                .<FilterRefusal>mapLeft(FilterRefusal.NotRead::new)
                .flatMap(view -> intents.verify(view, terms, new IntentAuthority.ThresholdOrAdmin(), intent)
                        .<FilterRefusal>mapLeft(FilterRefusal.ByIntent::new))
                .flatMap(verified -> committed(account, change, expectedVersion, verified, retry)));
    }

    /** Spends the intent and makes the change in one commit, with the answer to a repetition. */
    private Either<FilterRefusal, Long> committed(
            Address account, Change change, long expectedVersion, VerifiedIntent verified, Retry retry) {
        return parts.journal().<Either<FilterRefusal, Long>, Long>commit(() -> earlier(retry)
                        .toEither(() -> accounts.acting(account, Commit.at(parts.clock().now()))
                                .<FilterRefusal>mapLeft(FilterRefusal.NotRead::new)
                                .flatMap(commit -> intents.spend(commit, verified).mapLeft(FilterRefusal.ByIntent::new))
                                .flatMap(commit -> append(commit, account, change, expectedVersion)))
                        .swap()
                        .flatMap(decided -> decided
                                .map(commit -> new Decision<>(
                                        answers.add(commit, retry, Long.toString(expectedVersion + 1)), expectedVersion + 1))
                                .mapLeft(Either::left)))
                .fold(known -> known, version -> {
                    ends.secure();
                    return Either.right(version);
                });
    }

    private Either<FilterRefusal, Commit> append(Commit commit, Address account, Change change, long expectedVersion) {
        Option<Entity<AccountFilters>> before = book.find(account);
        long version = before.map(Entity::version).getOrElse(0L);
        return version == expectedVersion
                ? Either.right(book.append(commit, account, before, change))
                : Either.left(new FilterRefusal.VersionMoved(expectedVersion, version));
    }

    /** The answer recorded under this idempotency key. */
    private Option<Either<FilterRefusal, Long>> earlier(Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new FilterRefusal.KeyReused()));
            case Earlier.Same(String version) -> {
                // The first attempt may have ended before.
                ends.secure();
                yield Option.some(Either.right(Long.valueOf(version)));
            }
        };
    }
}
