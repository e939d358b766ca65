package dev.mandate.engine.filter;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.FilteredCall.Place;
import dev.mandate.domain.filter.FilteredCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.ports.spi.policy.DecodedContent;
import dev.mandate.ports.spi.policy.DecodedInstruction;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;

/**
 * The filters and allowlists of accounts, as a policy. Those of the account that the transaction is for hold for all of it. Those of another
 * account hold where that account is operated on and for its content: so an account that is a signer of another one cannot pass around them.
 */
public final class FilterPolicy implements TransactionPolicy {

    private final Map<AccountRef, AccountFilters> filters;

    public FilterPolicy(Map<AccountRef, AccountFilters> filters) {
        this.filters = filters;
    }

    @Override
    public PolicyVerdict decide(PolicyInput input) {
        return PolicyVerdict.of(filters.toArray()
                .sortBy(entry -> entry._1.address())
                .flatMap(entry -> new Decision(entry._1, entry._2, entry._1.equals(input.account()))
                        .violations(input.instructions(), Place.OUTER))
                .distinct());
    }

    /**
     * The decision by the filters of one account.
     *
     * @param whole whether they hold for all of the transaction
     */
    private record Decision(AccountRef account, AccountFilters filters, boolean whole) {

        Array<PolicyReason> violations(Array<DecodedInstruction> instructions, Place place) {
            return violations(instructions, place, HashSet.of(account.address()));
        }

        private Array<PolicyReason> violations(Array<DecodedInstruction> instructions, Place place, Set<Address> own) {
            return instructions.flatMap(one -> one.calls()
                    .filter(call -> place == Place.INNER || whole || operatesOnAccount(call))
                    .flatMap(call -> filters.violations(new FilteredCall(call, place), own))
                    .appendAll(one.contents().flatMap(content -> violations(content, place, own))));
        }

        private boolean operatesOnAccount(DecodedCall call) {
            return call instanceof DecodedCall.Read read && read.administered().contains(account.settings());
        }

        private Array<PolicyReason> violations(DecodedContent content, Place around, Set<Address> own) {
            boolean ours = content.account().equals(account);
            boolean held = ours || whole || around == Place.INNER;
            return switch (content) {
                case DecodedContent.Signed signed -> violations(
                        signed.said(), held ? Place.INNER : Place.OUTER, ours ? own.add(signed.vault()) : own);
                case DecodedContent.Change change -> held
                        ? change.calls().flatMap(call -> filters.violations(new FilteredCall(call, Place.OUTER), own))
                        : Array.empty();
                case DecodedContent.Unreadable unreadable ->
                    held ? filters.ofUnreadable(unreadable.why()).toArray() : Array.empty();
            };
        }
    }
}
