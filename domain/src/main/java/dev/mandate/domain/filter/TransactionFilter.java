package dev.mandate.domain.filter;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A rule on calls of one program. It applies to a call if every part that it states fits.
 *
 * @param id unique among an account's filters
 * @param instruction the program's name of an instruction in snake_case; none for all, those that cannot be read included
 * @param accounts by role. A role of a call fits if its account, or its owner, is listed
 * @param minAmount the least amount in base units, itself included
 * @param maxAmount the most, itself included
 * @param mint the token; the zero address for SOL
 */
public record TransactionFilter(
        FilterId id,
        FilterEffect effect,
        Address program,
        Option<String> instruction,
        Array<RoleAddresses> accounts,
        Option<BaseUnits> minAmount,
        Option<BaseUnits> maxAmount,
        Option<Address> mint) {

    /** A rule on all calls of {@code program}. */
    public static TransactionFilter of(String id, FilterEffect effect, Address program) {
        return new TransactionFilter(
                new FilterId(id), effect, program, Option.none(), Array.empty(), Option.none(), Option.none(), Option.none());
    }

    /**
     * Whether this rule applies to {@code call}. What is not known of a call counts against it: a DENY applies unless it surely does not fit,
     * an ALLOW only if it surely fits.
     */
    boolean appliesTo(DecodedCall call) {
        if (!call.program().equals(program)) {
            return false;
        }
        return switch (call) {
            case DecodedCall.Unread unread -> ofUnknown() || statesNothing();
            case DecodedCall.Read read -> instruction.forAll(read.instruction()::equals)
                    && accounts.forAll(role -> fits(role, read))
                    && ((minAmount.isEmpty() && maxAmount.isEmpty())
                            || read.amount().map(this::fits).getOrElse(() -> unstated(read)))
                    && (mint.isEmpty()
                            || read.token().map(Token::mintAddress).map(mint.get()::equals).getOrElse(() -> unstated(read)));
        };
    }

    private boolean ofUnknown() {
        return effect == FilterEffect.DENY;
    }

    private boolean statesNothing() {
        return instruction.isEmpty() && accounts.isEmpty() && minAmount.isEmpty() && maxAmount.isEmpty() && mint.isEmpty();
    }

    /** An account without a name is anybody. */
    private boolean fits(RoleAddresses role, DecodedCall.Read read) {
        Array<Array<Address>> named = read.accounts().get(role.role()).getOrElse(Array::empty);
        return switch (effect) {
            case ALLOW -> named.nonEmpty() && named.forAll(names -> names.exists(role.addresses()::contains));
            case DENY -> named.exists(names -> names.isEmpty() || names.exists(role.addresses()::contains));
        };
    }

    private boolean fits(BaseUnits amount) {
        return minAmount.forAll(least -> amount.compareTo(least) >= 0) && maxAmount.forAll(most -> amount.compareTo(most) <= 0);
    }

    /** A call that gives something without stating the amount may give any amount. */
    private boolean unstated(DecodedCall.Read read) {
        return ofUnknown() && read.receivers().nonEmpty();
    }
}
