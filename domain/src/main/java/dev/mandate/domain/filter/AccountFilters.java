package dev.mandate.domain.filter;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * The filters and allowlists of an account. A call passes if no DENY applies, if it has leave, and if no allowlist refuses it.
 *
 * <table>
 *   <caption>Leave</caption>
 *   <tr><td>a call that was read, default ALLOW<td>always
 *   <tr><td>a call that was read, default DENY<td>if an ALLOW applies
 *   <tr><td>a call that cannot be read<td>if an ALLOW of its program that states nothing else applies; without any filter and by default ALLOW always
 * </table>
 *
 * @param unmatched the default: what happens to calls that were read and to which no filter applies
 */
public record AccountFilters(FilterEffect unmatched, Array<TransactionFilter> filters, Array<Allowlist> allowlists) {

    /** No filter: everything passes. */
    public static final AccountFilters NONE = new AccountFilters(FilterEffect.ALLOW, Array.empty(), Array.empty());

    public AccountFilters {
        requireUnique(filters.map(TransactionFilter::id));
        requireUnique(allowlists.map(Allowlist::id));
    }

    private static void requireUnique(Array<FilterId> ids) {
        if (ids.distinct().length() < ids.length()) {
            throw new IllegalArgumentException("an id stands twice");
        }
    }

    /** These with other filters. */
    public AccountFilters with(FilterEffect next, Array<TransactionFilter> others) {
        return new AccountFilters(next, others, allowlists);
    }

    /** These with other allowlists. */
    public AccountFilters with(Array<Allowlist> others) {
        return new AccountFilters(unmatched, filters, others);
    }

    /** Whether there is a filter, or the default is DENY. */
    private boolean isFiltered() {
        return filters.nonEmpty() || unmatched == FilterEffect.DENY;
    }

    /** Whether nothing is refused. */
    public boolean isEmpty() {
        return !isFiltered() && allowlists.isEmpty();
    }

    /** Why content that cannot be read is refused; none without filters. */
    public Option<PolicyReason> ofUnreadable(String why) {
        return Option.when(!isEmpty(), () -> new PolicyReason("unread", "it holds content that cannot be read: " + why));
    }

    /**
     * Why {@code call} is refused.
     *
     * @param own the account's vaults; what they get stays with the account
     */
    public Array<PolicyReason> violations(FilteredCall call, Set<Address> own) {
        Array<PolicyReason> denied = filters.filter(filter -> filter.effect() == FilterEffect.DENY && filter.appliesTo(call.call()))
                .map(filter -> new PolicyReason(filter.id().text(), "it denies " + name(call.call())));
        return call.isRestricted()
                ? denied.appendAll(withoutLeave(call.call())).appendAll(outsideLists(call, own))
                : denied;
    }

    private Option<PolicyReason> withoutLeave(DecodedCall call) {
        return !isFiltered() || filters.exists(filter -> filter.effect() == FilterEffect.ALLOW && filter.appliesTo(call))
                ? Option.none()
                : switch (call) {
                    case DecodedCall.Unread unread ->
                        Option.some(new PolicyReason("unread", "no filter allows " + name(unread)));
                    case DecodedCall.Read read -> Option.when(
                            unmatched == FilterEffect.DENY, () -> new PolicyReason("default", "no filter allows " + name(read)));
                };
    }

    private Array<PolicyReason> outsideLists(FilteredCall filtered, Set<Address> own) {
        DecodedCall call = filtered.call();
        Option<PolicyReason> program = filtered.place() == FilteredCall.Place.OUTER
                ? Option.none()
                : outside(Allowlist.Kind.PROGRAM, call, list -> list.contains(call.program()));
        return program.toArray()
                .appendAll(outside(
                        Allowlist.Kind.DESTINATION,
                        call,
                        list -> filtered.receivers()
                                .exists(all -> all.forAll(names -> names.exists(name -> list.contains(name) || own.contains(name))))))
                .appendAll(outside(
                        Allowlist.Kind.TOKEN,
                        call,
                        list -> call instanceof DecodedCall.Read read
                                && read.token().forAll(token -> list.contains(token.mintAddress()))));
    }

    private interface Inside {
        boolean of(Array<Address> list);
    }

    private Option<PolicyReason> outside(Allowlist.Kind kind, DecodedCall call, Inside inside) {
        Array<Allowlist> lists = allowlists.filter(list -> list.kind() == kind);
        return lists.isEmpty() || inside.of(lists.flatMap(Allowlist::addresses))
                ? Option.none()
                : Option.some(new PolicyReason(
                        lists.map(list -> list.id().text()).mkString(","),
                        switch (kind) {
                            case DESTINATION -> "a receiver of " + name(call) + " is not listed, or not known";
                            case PROGRAM -> "the program of " + name(call) + " is not listed";
                            case TOKEN -> "the token of " + name(call) + " is not listed, or not known";
                        }));
    }

    private static String name(DecodedCall call) {
        return switch (call) {
            case DecodedCall.Unread(Address program, String why) -> "a call of " + program + " that cannot be read (" + why + ")";
            case DecodedCall.Read read -> read.instruction() + " of " + read.program();
        };
    }
}
